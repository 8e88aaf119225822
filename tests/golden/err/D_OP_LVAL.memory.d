/*
 * @exit 1
 */
struct s { int a; int b:3; char t[8]; struct { int x; } in; };

BEGIN
{
	&*(int *)arg0 = 0;
	-((struct s *)arg0)->a = 1;
	alloca(8) = 1;
	stringof(arg0)++;
}
