/*
 * @exit 1
 */
BEGIN
{
	trace(pid());
}
