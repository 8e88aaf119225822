/*
 * @exit 1
 */
BEGIN
{
	@a = sum("x");
	@b = stddev(execname);
}
