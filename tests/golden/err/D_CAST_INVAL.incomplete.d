/*
 * @exit 1
 */
BEGIN
{
	trace((enum nosuch)3);
}
