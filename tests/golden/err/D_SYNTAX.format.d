/*
 * @exit 1
 */
BEGIN
{
	printf("%z", 1);
	printf("100%");
}
