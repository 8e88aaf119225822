/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	normalize(@a, 0);
}
