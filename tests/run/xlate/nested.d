/*
 * A translation of a translation, and one into its own input struct.
 */
#pragma D option quiet

struct in { int i; char c; };
struct out { int m; char n; };
translator struct out < struct in v > { m = ((struct in)v).i + 1; n = v.c; };
translator struct in < struct out u > { i = u.m * 10; c = ((struct out)u).n; };
struct pair { int a, b; };
translator struct pair < struct pair v > { a = v.b; b = v.a; };
translator struct pair < struct pair *p > { a = p->b; b = p->a; };

struct in x;
struct out y;
struct pair p, q[int];
this struct pair *at;

BEGIN
{
	x.i = 10; x.c = 'c';
	printf("%d %c", xlate <struct in> (xlate <struct out> (x)).i, xlate <struct in> (xlate <struct out> (x)).c);
	printf(" %d\n", xlate <struct out *> (xlate <struct in> (xlate <struct out> (x)))->m);
	y = xlate <struct out> (xlate <struct in> (xlate <struct out> (x)));
	x = xlate <struct in> (xlate <struct out> (xlate <struct in> (xlate <struct out> (x))));
	printf("%d %c %d %c\n", y.m, y.n, x.i, x.c);
	p.a = 1; p.b = 2; p = xlate <struct pair> (p); printf("%d %d,", p.a, p.b);
	q[1] = p; q[1] = xlate <struct pair> (q[1]); q[2] = xlate <struct pair> (q[1]);
	printf(" %d %d, %d %d,", q[1].a, q[1].b, q[2].a, q[2].b);
	this->at = (struct pair *)alloca(sizeof(struct pair)); *this->at = p;
	*this->at = xlate <struct pair> (*this->at); printf(" %d %d,", this->at->a, this->at->b);
	*this->at = xlate <struct pair> (this->at); printf(" %d %d\n", this->at->a, this->at->b);
	exit(0);
}
