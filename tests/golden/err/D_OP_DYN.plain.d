/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	trace(pid ? @a : 1);
}
