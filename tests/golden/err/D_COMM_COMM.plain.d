/*
 * @exit 1
 */
BEGIN
{
	commit(1);
	commit(1);
}
