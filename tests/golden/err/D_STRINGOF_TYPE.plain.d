/*
 * @exit 1
 */
BEGIN
{
	trace(stringof(trace));
	trace((string)(void)1);
}
