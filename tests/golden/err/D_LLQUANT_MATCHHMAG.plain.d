/*
 * @exit 1
 */
BEGIN
{
	@a = llquantize(arg0, 10, 0, 2, 10);
	@a = llquantize(arg0, 10, 0, 3, 10);
}
