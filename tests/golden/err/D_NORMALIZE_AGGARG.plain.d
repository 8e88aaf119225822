/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	normalize(pid, 1);
	normalize(@a[1], 1);
	denormalize("x");
}
