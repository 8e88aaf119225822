/*
 * @exit 1
 */
struct s { int a; int b:3; char t[8]; struct { int x; } in; };

struct o { int a; };

BEGIN
{
	*(struct s *)alloca(64) = *(struct o *)arg0;
	*(struct s *)alloca(64) = 1;
	*(int *)alloca(64) = "text";
	((struct s *)arg0)->in.x = ((struct s *)arg0)->in;
	*(struct s *)arg0 == *(struct s *)arg0;
}
