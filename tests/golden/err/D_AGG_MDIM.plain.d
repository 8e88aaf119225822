/*
 * @exit 1
 */
BEGIN
{
	@a[1][2] = count();
	trace(@a[1][2]);
}
