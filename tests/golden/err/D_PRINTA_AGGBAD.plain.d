/*
 * @exit 1
 */
BEGIN
{
	printa(@a);
	@a = count();
}
