/*
 * @exit 1
 */
struct out { int a; };
translator struct out < int x > { a = x; };
inline struct out *mine = xlate <struct out *> (pid);

BEGIN
{
	this->p = mine;
	trace(xlate <struct out> (pid));
}
