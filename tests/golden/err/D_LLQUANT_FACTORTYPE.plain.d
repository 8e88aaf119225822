/*
 * @exit 1
 */
BEGIN
{
	@a = llquantize(arg0, arg1, 0, 1, 10);
}
