/*
 * @exit 1
 */
BEGIN
{
	(1)(2);
	self->f(3);
}
