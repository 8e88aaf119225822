/*
 * @exit 1
 */
inline enum nosuch three = 3;
BEGIN
{
	trace(three);
}
