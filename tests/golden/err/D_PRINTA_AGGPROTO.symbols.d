/*
 * @exit 1
 */
BEGIN
{
	@functions[sym(0)] = count();
	@modules[mod(0)] = count();
	printa(@functions, @modules);
}
