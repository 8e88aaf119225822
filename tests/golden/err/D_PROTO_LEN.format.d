/*
 * @exit 1
 */
BEGIN
{
	printf();
	system();
}
