/*
 * @exit 1
 */
BEGIN
{
	@a = llquantize(arg0, 10, 0, 2);
	@a = llquantize(arg0, 10, 0, 2, 1);
	@a = llquantize(arg0, 10, 0, 2, 10);
}
