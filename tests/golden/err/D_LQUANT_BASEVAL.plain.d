/*
 * @exit 1
 */
BEGIN
{
	@a = lquantize(arg0, -2147483649, 10);
	@b = lquantize(arg0, 18446744073709551615, 10);
}
