/*
 * @exit 1
 */
BEGIN
{
	trace(*(int (*)(void))arg0);
}
