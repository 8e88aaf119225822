/*
 * @exit 1
 */
BEGIN
{
	if (1)
}
