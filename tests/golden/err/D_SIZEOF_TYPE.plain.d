/*
 * @exit 1
 */
BEGIN
{
	trace(sizeof (void));
	trace(sizeof (struct nothing));
}
