/*
 * @exit 1
 */
struct s { int a; int b:3; char t[8]; struct { int x; } in; };

BEGIN
{
	((struct s *)alloca(64))->in++;
	trace(!*(struct s *)arg0);
}
