/*
 * @exit 1
 */
BEGIN
{
	trace((int)"x");
	trace((struct s *)execname);
}
