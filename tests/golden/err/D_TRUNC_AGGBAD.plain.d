/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	trunc(@b, 2);
}
