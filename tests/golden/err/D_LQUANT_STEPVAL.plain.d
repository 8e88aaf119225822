/*
 * @exit 1
 */
BEGIN
{
	@a = lquantize(arg0, 0, 10, 0);
	@b = lquantize(arg0, 0, 10, -1);
	@c = lquantize(arg0, 0, 1000000, 65536);
}
