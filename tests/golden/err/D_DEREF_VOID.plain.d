/*
 * @exit 1
 */
BEGIN
{
	*(void *)1;
}
