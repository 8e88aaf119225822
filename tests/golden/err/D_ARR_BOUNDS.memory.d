/*
 * @exit 1
 */
struct s { int a; int b:3; char t[8]; struct { int x; } in; };

struct grid { int cell[2][3]; int one[1]; };

BEGIN
{
	trace(((struct s *)arg0)->t[7]);
	trace(((struct s *)arg0)->t[8]);
	trace(((struct s *)arg0)->t[-1]);
	trace(((struct grid *)arg0)->cell[1][2]);
	trace(((struct grid *)arg0)->cell[2][0]);
	trace(((struct grid *)arg0)->cell[0][3]);
	trace(((struct grid *)arg0)->one[5]);
}
