/*
 * @exit 1
 */
BEGIN
{
	@a = llquantize(arg0, 10, 2, 1, 10);
	@b = llquantize(arg0, 10, 0, 18, 10);
	@c = llquantize(arg0, 2, 0, 62, 2);
	@d = llquantize(arg0, 10, 0, -1, 10);
}
