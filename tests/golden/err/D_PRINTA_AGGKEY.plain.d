/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	@b[1] = count();
	printa(@a, @b);
	printa(@b[1]);
}
