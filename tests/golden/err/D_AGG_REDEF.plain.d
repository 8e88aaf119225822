/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	@a = sum(1);
}
