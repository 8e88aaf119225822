/*
 * @exit 1
 */
BEGIN
{
	printf("%s", 1);
	printf("%d", "x");
	printf(" %lli\n", pid);
	printf("%c", arg0);
	printf("%Y", pid);
	printf("%f", 1);
	printf("%k", 1);
}
