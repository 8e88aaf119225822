/*
 * @exit 1
 */
BEGIN
{
	printf("%*d", "x", 1);
}
