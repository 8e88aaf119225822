/*
 * @exit 1
 */
BEGIN
{
	trace(args[0]);
}
