/*
 * @exit 1
 */
BEGIN
{
	foo();
	trace(bar(1));
	@a = baz();
}
