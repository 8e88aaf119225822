/*
 * @exit 1
 */
BEGIN
{
	trace(vtimestamp);
	stack();
}
