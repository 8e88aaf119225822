/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	trace(1 + @a);
}
