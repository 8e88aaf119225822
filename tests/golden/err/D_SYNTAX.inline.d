/*
 * @exit 1
 */
inline limit = 3;

BEGIN
{
	trace(limit);
}
