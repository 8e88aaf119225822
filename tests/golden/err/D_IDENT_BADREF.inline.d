/*
 * @exit 1
 */
inline int loop = loop + 1;
inline int twice[int x] = x + twice[x];
inline int plain[int x] = x;

BEGIN
{
	trace(loop); /* told above already */
	trace(plain);
}
