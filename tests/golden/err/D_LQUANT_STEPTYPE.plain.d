/*
 * @exit 1
 */
BEGIN
{
	@a = lquantize(arg0, 0, 10, pid);
}
