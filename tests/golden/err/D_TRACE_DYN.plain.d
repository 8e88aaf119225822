/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	trace(@a);
}
