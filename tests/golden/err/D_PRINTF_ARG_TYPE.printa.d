/*
 * @exit 1
 */
BEGIN
{
	@a[1] = count();
	printa("%s", @a);
	printa("%d %@s", @a);
}
