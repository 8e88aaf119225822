/*
 * @exit 1
 */
BEGIN
{
	printf("x", 1);
	printf("%d", 1, 2);
}
