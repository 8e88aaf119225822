/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	clear(1);
	clear(@a[1]);
}
