/* Arrays of strings as a whole: copied, printed, from and to structs; their memory is then as in C. */
#pragma D option quiet
#pragma D option strsize=24
struct holder { string in[2]; int n; } h;
string a[2], b[2], t[2][2], u[2], e[int][2], *p;
self string mine[2];
this string here[2];
BEGIN
{
	a[0] = "x"; b[0] = "hello"; b[1] = "0123456789"; a = b;
	printf("[%s] [%s]\n", a[0], a[1]); print(b); trace(b);
	self->mine = a; this->here = self->mine; printf("[%s] [%s]\n", this->here[0], this->here[1]);
	t[0][1] = "mid"; t[1] = this->here; print(t);
	h.in = t[1]; print(h); h.in[1] = "inner"; a = h.in; printf("[%s] [%s]\n", a[0], a[1]);
	e[7] = a; print(e[7]); a = e[8]; printf("[%s] [%s]\n", a[0], a[1]);
	u[1] = "last"; p = &u[0]; printf("%s\n", p[1]);
	p = a; a[1] = "one"; printf("%s\n", p[1]);
	exit(0);
}
