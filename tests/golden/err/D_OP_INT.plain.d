/*
 * @exit 1
 */
BEGIN
{
	trace("x" & 1);
	trace(~"x");
	trace((char *)1 << 2);
}
