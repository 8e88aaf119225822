/*
 * @exit 1
 */
BEGIN
{
	@a[stack()] = count();
	@a[ustack()] = count();
	@b[sym(0)] = count();
	@b[usym(0)] = count();
	@b[1] = count();
	sym("x");
}
