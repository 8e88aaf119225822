/*
 * @exit 1
 */
struct out { int a; };
translator struct out < int x > { a = x; };

BEGIN
{
	trace(xlate <struct out> (pid)->a);
	trace(xlate <struct out *> (pid).a);
}
