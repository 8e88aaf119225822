/*
 * @exit 1
 */
inline int x = 1;

BEGIN
{
	x = 2;
}
