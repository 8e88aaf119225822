/*
 * @exit 1
 */
BEGIN
{
	@b = llquantize(arg0, 10, 0, 1, 3);
	@c = llquantize(arg0, 10, 0, 1, 15);
	@d = llquantize(arg0, 10, 0, 1, 200);
	@e = llquantize(arg0, 10, 1, 2, 200);
	@f = llquantize(arg0, 2, 15, 60, 32768);
}
