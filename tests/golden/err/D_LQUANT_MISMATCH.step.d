/*
 * @exit 1
 */
BEGIN
{
	@a = lquantize(arg0, 0, 10);
	@a = lquantize(arg0, 0, 10, 1, arg1);
	@a = lquantize(arg0, 0, 10, 2);
}
