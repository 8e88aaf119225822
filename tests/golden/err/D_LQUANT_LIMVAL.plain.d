/*
 * @exit 1
 */
BEGIN
{
	@a = lquantize(arg0, 0, 2147483648);
}
