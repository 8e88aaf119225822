/*
 * @exit 1
 */
BEGIN
{
	@a = llquantize(arg0, 1, 0, 1, 10);
	@b = llquantize(arg0, 65536, 0, 1, 10);
}
