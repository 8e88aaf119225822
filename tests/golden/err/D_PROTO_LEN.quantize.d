/*
 * @exit 1
 */
BEGIN
{
	@b = quantize();
	@c = quantize(1, 2, 3);
}
