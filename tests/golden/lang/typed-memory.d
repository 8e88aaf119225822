/* @args typed */
struct s { int a; int b:3; char t[8]; int grid[2][3]; struct s *next; };
int *p;

BEGIN
{
	trace(*(int *)arg0 + 1);
	trace(((struct s *)arg0)->next->b);
	trace((*(struct s *)arg0).grid[1][2]);
	trace(((struct s *)arg0)->t == "x");
	trace(((struct s *)arg0)->t[pid]);
	trace(&((struct s *)arg0)->grid[1] - &((struct s *)arg0)->grid[0]);
	trace(((struct s *)arg0)->t);
	trace(stringof(((struct s *)arg0)->t + 1));
	trace(!((struct s *)arg0)->t);
	trace(p[pid] + *p);
	p = ((struct s *)arg0)->grid[1];
	*p = 5;
	p[1] += 2;
	((struct s *)alloca(64))->b++;
	*(struct s *)alloca(64) = *(struct s *)arg0;
	bcopy(((struct s *)arg0)->t, alloca(8), sizeof(p[0]));
	bcopy("text", alloca(8), 5);
	copyout("text", arg0, 5);
	@[((struct s *)arg0)->t] = count();
}
