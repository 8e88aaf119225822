/*
 * @exit 1
 */
BEGIN
{
	trace(foo);
	bar + 1;
}
