/*
 * @exit 1
 */
BEGIN
{
	printf(1);
	printf(execname);
}
