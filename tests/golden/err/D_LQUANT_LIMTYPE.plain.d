/*
 * @exit 1
 */
BEGIN
{
	@a = lquantize(arg0, 0, arg1);
}
