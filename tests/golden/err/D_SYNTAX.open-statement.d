/*
 * @exit 1
 */
BEGIN
{
	trace(1)
	@a = count();
	trace(x)
	self->x = 1;
	while (x < 3) { x++; y = (x; }
	trace(2 3);
}
END { trace(4 5); }
