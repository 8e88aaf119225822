/*
 * Nested strings in a program that is cut and has an ERROR clause: its parts
 * have a quarter of the usual stack, so strings are composed in scratch
 * memory, and nested ones fit.
 */
#pragma D option quiet
string s, t[2], a[string, int];
self string u;
this char c[9];
struct point { int x; char n[7]; string s; } p;
BEGIN
{
	s = "one/two";
	t[1] = "three";
	a["k", 1] = "four";
	self->u = "five";
	this->c = "sixsixsix";
	p.n = "seventh";
	p.s = "eight";
}
BEGIN
{
	self->u = strjoin("x /", strjoin(strjoin("a1B", this->c), substr(strchr("x /11/x", 'x'), 3, 3)));
	printf("%s\n", self->u);
	a[strjoin(t[1], p.n), index(s, "/")] = strjoin(strjoin(substr(s, 4), strjoin("+", p.s)), strjoin(toupper(self->u),
		lltostr(strlen(strjoin(p.n, t[1])))));
	printf("%s\n", a["threesevent", 3]);
	t[0] = stringof(substr(strjoin(s, p.s), 2)) > stringof(strjoin(a["k", 1], strjoin(p.n, this->c))) ?
		strjoin(strrchr(s, '/'), strjoin(a["k", 1], this->c)) : strjoin(p.s, strjoin(basename(s), dirname(s)));
	printf("%s %d\n", t[0], rindex(strjoin(strjoin(t[0], s), strjoin(p.n, self->u)), substr(strjoin(p.n, "v"), 2, 3)));
	p.s = strjoin(strjoin(strjoin(substr(p.n, 1), toupper(p.n)), strjoin(strchr(s, 't'), substr(t[1], 2))),
		strjoin(strjoin(a["k", 1], tolower(self->u)), strjoin(substr(this->c, 3), strstr(s, "/"))));
	printf("%s\n", p.s);
}
BEGIN
{
	s = strjoin(strjoin(strjoin(substr("abcdefgh", 2), lltostr(strlen(s))), strjoin(substr("ijklmnop", 3, 4), toupper(this->c))),
		strjoin(strjoin(lltostr(index(s, "/")), strchr("a/b/c/d", '/')), strjoin(tolower("QRSTUV"), substr(this->c, 1))));
	printf("%s\n", s);
}
BEGIN { printf("%s\n", strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(strjoin(execname, "a"), "b"), "c"), "d"), "e"), "f"), "g"), "h"), "i"), "j"), "k"), "l")); }
BEGIN { printf("%s\n", strjoin("a", strjoin("b", strjoin("c", strjoin("d", strjoin("e", strjoin("f", strjoin("g", strjoin("h", strjoin("i", strjoin("j", strjoin("k", strjoin("l", execname))))))))))))); }
BEGIN { trace(1 / p.x); }
BEGIN { exit(0); }
ERROR { printf("%s %d\n", strjoin(strjoin(p.n, s), strjoin(t[1], substr(p.s, 3, 4))), arg4); }
