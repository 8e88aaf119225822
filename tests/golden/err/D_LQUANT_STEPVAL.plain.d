/*
 * @exit 1
 */
BEGIN
{
	@c = lquantize(arg0, 0, 1000000, 65536);
}
