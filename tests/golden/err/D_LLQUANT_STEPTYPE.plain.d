/*
 * @exit 1
 */
BEGIN
{
	@a = llquantize(arg0, 10, 0, 1, arg1);
	@b = llquantize(arg0, 10, 0, 1, 0);
}
