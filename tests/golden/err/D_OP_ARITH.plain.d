/*
 * @exit 1
 */
BEGIN
{
	trace("x" * 2);
	trace(-"x");
	trace((char *)1 / 2);
}
