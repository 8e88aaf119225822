/*
 * @exit 1
 */
struct out { int a; string s; };
translator struct out < int x > { a = "text"; s = x; };

BEGIN
{
	trace(xlate <struct out> (pid).a); /* told above already */
}
