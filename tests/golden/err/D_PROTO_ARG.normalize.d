/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	normalize(@a, "x");
	normalize(@a, execname);
}
