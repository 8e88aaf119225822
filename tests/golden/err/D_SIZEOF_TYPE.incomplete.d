/*
 * @exit 1
 */
BEGIN
{
	trace(sizeof (struct nowhere));
	trace(sizeof (struct nowhere *));
	trace(sizeof (void));
}
