/*
 * @exit 1
 */
BEGIN
{
	trace(copyinstr);
	trace(count());
}
