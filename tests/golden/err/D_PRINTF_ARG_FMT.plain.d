/*
 * @exit 1
 */
BEGIN
{
	printf(1);
	printf();
	printf(execname);
	printf("%z", 1);
	printf("100%");
}
