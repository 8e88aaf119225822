/*
 * A pointer to a string in scratch memory: the string is read and written as a
 * whole, and a string that exceeds the allocation is a fault.
 * @filter addr
 */
#pragma D option quiet
struct s { int a; string t; int b; };
BEGIN
{
	x = (string *)alloca(sizeof(string) + 1); *x = "abc"; trace(*x); trace(strlen(*x)); trace(*x == "abc");
	y = *x = "de"; printf(" %s %s\n", y, *x);
	z = (string *)alloca(2 * sizeof(string)); z[1] = "one"; z[0] = strjoin(z[1], *x); printf("%s %s\n", z[0], z[1]);
	*x = NULL; printf("[%s] %d\n", *x, *x == "");
	p = (struct s *)alloca(sizeof(struct s)); p->a = 4; p->t = "member"; p->b = 5;
	printf("%d %s %d\n", p->a, p->t, p->b);
	this->q = (string *)alloca(sizeof(string)); *this->q = probename; printf("%s\n", *this->q);
	@[*this->q] = count();
}
BEGIN { w = (string *)alloca(4); *w = "abcdef"; printf("not reached\n"); }
BEGIN { exit(0); }
ERROR { printf("fault %d\n", arg4); exit(0); }
