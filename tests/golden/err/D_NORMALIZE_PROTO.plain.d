/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	normalize(@a);
	normalize();
	normalize(@a, 1, 2);
	denormalize();
	denormalize(@a, 1);
}
