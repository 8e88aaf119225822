/*
 * @exit 1
 */
BEGIN
{
	trace(trace(1));
}
