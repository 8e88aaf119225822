/*
 * @exit 1
 */
BEGIN
{
	@a = count();
	x = @a;
	y[1] = @a;
	trace(x);
}
