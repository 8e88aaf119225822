/*
 * @exit 1
 */
BEGIN
{
	printa(1);
	@a = count();
	printa("%@d", @a, 2);
}
