/*
 * @exit 1
 */
struct s { int a; int b:3; char t[8]; struct { int x; } in; };

BEGIN
{
	trace(&5);
	trace(&pid + 0);
	trace(&(arg0 + 1));
	trace(*&*(int *)arg0);
}
