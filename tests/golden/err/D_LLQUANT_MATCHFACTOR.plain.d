/*
 * @exit 1
 */
BEGIN
{
	@a = llquantize(arg0, 10, 0, 1, 10);
	@a = llquantize(arg0, 20, 0, 1, 10);
}
