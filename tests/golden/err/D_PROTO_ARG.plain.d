/*
 * @exit 1
 */
BEGIN
{
	exit("x");
	copyinstr("x");
	@a["x"] = count();
	@a[1] = count();
	@b = quantize(1, execname);
}
