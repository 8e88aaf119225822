/*
 * @exit 1
 */
BEGIN
{
	trace((struct s *)execname);
}
