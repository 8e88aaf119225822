/*
 * @exit 1
 */
BEGIN
{
	trace(args);
	args = 1;
}
