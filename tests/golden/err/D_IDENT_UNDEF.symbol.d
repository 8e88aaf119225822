/*
 * @exit 1
 */
BEGIN
{
	trace(`no_such_symbol);
	trace(&no_module`no_such_symbol);
}
