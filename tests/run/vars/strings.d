/*
 * String variables: copies, empty and NULL, cut at strsize, comparisons.
 * @trigger loop 1
 */
#pragma D option quiet
#pragma D option strsize=16

string d; string never; self string t;

BEGIN
{
	printf("[%s] %d %d\n", d, d == NULL, d == "");
	d = "abc"; e = d; d = "xyz";
	printf("%s %s %d %d\n", d, e, d != NULL, NULL == e);
	long_one = "0123456789abcdefghij"; printf("%s\n", long_one);
	e = long_one; e = "s"; printf("[%s] %d\n", e, e < d);
	f = d == "xyz" ? e : d; printf("%s %d\n", f, f == e);
	g = h = "both"; printf("%s %s\n", g, h);
	d = 0; e = NULL; printf("[%s] [%s] %d %d\n", d, e, d == NULL, d == e);
	printf("[%s] %d\n", never, never == NULL);
	printf("%d %d\n", "" == NULL, "x" != 0);
}

BEGIN { s = execname; s2 = s; s = "changed"; }
BEGIN /s2 == "dtrace" && s2 != s/ { printf("%s %s\n", s2, s); }
BEGIN /self->t != NULL/ { printf("wrong\n"); }
BEGIN { self->t = s2; self->u = self->t; }
BEGIN /self->t != NULL && self->u == "dtrace"/ { printf("%s\n", self->u); self->t = 0; self->u = NULL; }
BEGIN /self->t == NULL && self->u == 0/ { printf("none\n"); }
loop$target:::* { last = execname; self->name = last; this->s = self->name; }
END { printf("%s\n", last); }
