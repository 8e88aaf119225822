/*
 * @exit 1
 */
BEGIN
{
	trace(1 / 0);
	trace(pid % (2 - 2));
}
