/*
 * @exit 1
 */
BEGIN
{
	@a = lquantize(arg0, arg1, 10);
	@b = lquantize(arg0, "0", 10);
}
