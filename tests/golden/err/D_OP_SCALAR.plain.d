/*
 * @exit 1
 */
BEGIN
{
	trace(!"x");
	trace("x" && 1);
	trace("x" ? 1 : 2);
}
