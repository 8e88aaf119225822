/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	normalize(@b, 1);
	denormalize(@c);
}
