/*
 * @exit 1
 */
BEGIN
{
	trace((void)1);
}
