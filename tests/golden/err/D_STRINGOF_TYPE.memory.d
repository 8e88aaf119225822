/*
 * @exit 1
 */
struct s { int a; int b:3; char t[8]; struct { int x; } in; };

BEGIN
{
	trace(stringof(*(struct s *)arg0));
}
