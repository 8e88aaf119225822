/*
 * @exit 1
 */
struct s { int a; int b:3; char t[8]; struct { int x; } in; };

BEGIN
{
	trace(((int *)arg0)[1, 2]);
	trace(((int *)arg0)["x"]);
	trace(pid[0]);
	trace(((void *)arg0)[0]);
}
