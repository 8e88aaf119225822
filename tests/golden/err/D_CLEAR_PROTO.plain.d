/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	clear();
	clear(@a, 1);
}
