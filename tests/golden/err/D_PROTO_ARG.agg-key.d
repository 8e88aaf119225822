/*
 * @exit 1
 */
BEGIN
{
	@a[(void)1] = count();
}
