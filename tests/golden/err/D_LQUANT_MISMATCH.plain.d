/*
 * @exit 1
 */
BEGIN
{
	@a = lquantize(arg0, 10, 10);
	@b = lquantize(arg0, 10, -10);
}
