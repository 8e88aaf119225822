/*
 * @exit 1
 */
BEGIN
{
	exit();
	exit(1, 2);
	copyinstr();
	copyinstr(1, 2, 3);
	trace();
	@a = count(1);
	@b = sum();
	@c[1] = count();
	@c[1, 2] = count();
}
