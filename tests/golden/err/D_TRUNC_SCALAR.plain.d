/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	trunc(@a, "x");
	trunc(@a, execname);
}
