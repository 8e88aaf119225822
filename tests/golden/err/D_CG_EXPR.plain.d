/*
 * @exit 1
 */
BEGIN
{
	trace(trace(1));
	trace(1), trace(2);
}
