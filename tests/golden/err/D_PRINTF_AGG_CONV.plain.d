/*
 * @exit 1
 */
BEGIN
{
	printf("%@d", 1);
}
