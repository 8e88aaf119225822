/*
 * @exit 1
 */
BEGIN
{
	printf("%d %d\n", 1);
}
