/*
 * @exit 1
 */
BEGIN
{
	@a = lquantize(arg0, 0, 10, pid);
	@b = lquantize(arg0, 0, 10, 0);
	@c = lquantize(arg0, 0, 10, -1);
}
