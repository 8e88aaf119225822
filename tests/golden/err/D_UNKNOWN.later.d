/*
 * @exit 1
 */
BEGIN
{
	trace(ipl);
	stack();
}
