/*
 * @exit 1
 */
inline int one[int x] = x;

BEGIN
{
	trace(one["text"]);
}
