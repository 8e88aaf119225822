/*
 * @exit 1
 */
struct out { int a; };

BEGIN
{
	trace(xlate <struct out> (1).a);
	trace(xlate <struct late *> ("x")->a);
}

struct late { int a; };
translator struct late < string s > { a = 1; };
