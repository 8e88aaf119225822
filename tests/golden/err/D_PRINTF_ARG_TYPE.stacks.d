/*
 * @exit 1
 */
BEGIN
{
	printf("%d", stack());
	printf("%k", 1);
	printf("%a", usym(0));
	printf("%A", ustack());
}
