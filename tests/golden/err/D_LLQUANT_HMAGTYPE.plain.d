/*
 * @exit 1
 */
BEGIN
{
	@a = llquantize(arg0, 10, 0, pid, 10);
}
