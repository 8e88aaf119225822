/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	clear(@b);
}
