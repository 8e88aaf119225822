/*
 * The operand of a translation is evaluated once for each member that is named: not for each use of the translator's
 * parameter, and also if none of them is reached.
 */
#pragma D option quiet
struct inner { int a, b; };
struct inner made[int];
struct o { int sum, none, either; string text; char name[8]; struct inner in; struct inner *ptr, *other; };
typedef struct o o_t;
translator struct inner < int i > { a = i; b = i * i; };
translator o_t < int i > {
	sum = i + i;
	none = 7;
	either = x > 100 ? i : -1;
	in = xlate <struct inner> (i * 10);
	ptr = xlate <struct inner *> (i + i);
};
translator o_t < string s > { sum = strlen(s) + strlen(s); text = strjoin(s, s); };
translator o_t < struct inner v > { sum = v.a + v.b; in = v; };
translator o_t < struct inner *p > { sum = p->a + p->b; in = *p; other = p; name = stringof(p) == "x" ? "x" : "other"; };
inline o_t *at[int n] = xlate <o_t *> (n);
int x;
string s;

BEGIN
{
	x = 5; printf("%d", xlate <o_t> (x++).sum); printf(" %d\n", x);
	printf("%d", xlate <o_t *> (x++)->none); printf(" %d\n", x);
	printf("%d", xlate <o_t> (++x).either); printf(" %d\n", x);
	/* members that are translations */
	printf("%d", xlate <o_t> (x++).in.b); printf(" %d\n", x);
	printf("%d", xlate <o_t> (x++).ptr->b); printf(" %d\n", x);
	y = xlate <o_t> (x++).in; printf("%d %d %d\n", y.a, y.b, x);
	printf("%d", at[x++]->sum); printf(" %d\n", x);
	/* several, also inside each other */
	printf("%d", xlate <o_t> (x++).sum * 100 + xlate <o_t> (x++).sum); printf(" %d\n", x);
	printf("%d", xlate <o_t> (xlate <o_t> (x++).sum + x++).sum); printf(" %d\n", x);
	printf("%d\n", sizeof(xlate <o_t> (x++).sum) + x);
	/* other types */
	s = "a"; printf("%d", xlate <o_t> (s = strjoin(s, "b")).sum); printf(" %s\n", s);
	printf("%s %s\n", xlate <o_t> (s = strjoin(s, "c")).text, s);
	printf("%d\n", xlate <o_t> (s = "same").text == xlate <o_t> (s = "else").text);
	made[1].a = 3; made[1].b = 4; x = 1;
	printf("%d", xlate <o_t> (made[x++]).sum); printf(" %d\n", x);
	x = 1; printf("%d", xlate <o_t> (made[x++]).in.b); printf(" %d\n", x);
	p = (struct inner *)alloca(2 * sizeof(struct inner)); p[0].a = 1; p[0].b = 2; p[1].a = 30; p[1].b = 40;
	q = p; printf("%d", xlate <o_t> (q++).sum); printf(" %d\n", xlate <o_t> (q++).sum);
	q = p; printf("%d %d\n", xlate <o_t> (q++).in.b, xlate <o_t> (q++).other->b);
	q = p; printf("%s %d\n", xlate <o_t> (q++).name, q == p + 1);
	/* a call is not the same each time */
	n = xlate <o_t> ((int)rand()).sum | xlate <o_t> ((int)rand()).sum | xlate <o_t> ((int)rand()).sum |
	    xlate <o_t> ((int)rand()).sum | xlate <o_t> ((int)rand()).sum | xlate <o_t> ((int)rand()).sum;
	printf("%d\n", n & 1);
}
BEGIN /xlate <o_t> (x++).none == 7/ { printf("%d\n", x); exit(0); }
