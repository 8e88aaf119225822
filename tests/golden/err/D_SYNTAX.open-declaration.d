/*
 * @exit 1
 */
struct a {
	int x;
	int y };
struct b { int x; }
BEGIN
{
	trace(1);
	printf("%d", x);
}
inline int TEN = 10
END { trace(TEN); }
