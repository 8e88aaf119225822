/*
 * @exit 1
 */
BEGIN
{
	printf("%*d");
}
