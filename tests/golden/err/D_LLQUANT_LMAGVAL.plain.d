/*
 * @exit 1
 */
BEGIN
{
	@a = llquantize(arg0, 10, -1, 1, 10);
}
