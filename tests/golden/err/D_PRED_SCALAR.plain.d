/*
 * @exit 1
 */
BEGIN /execname/
{
	trace(1);
}
