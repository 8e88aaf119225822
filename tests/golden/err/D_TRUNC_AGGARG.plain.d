/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	trunc(1);
	trunc(@a[1], 2);
}
