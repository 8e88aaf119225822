/*
 * Strings of three characters and a NUL, in every kind of storage, though they take 8 bytes there.
 */
#pragma D option quiet
#pragma D option strsize=4

string g;

BEGIN
{
	s = "abcdef";
	g = strjoin(s, "gh");
	self->s = g;
	a[s] = "xyz";
	printf("%s|%s|%s|%s|%d|%s|%d\n", s, g, self->s, a[s], strlen(s), substr(s, 1), s == "abc");
	p = (char *)alloca(8);
	p[0] = '1'; p[1] = '2'; p[2] = '3'; p[3] = '4';
	printf("%s %d %d\n", *(string *)p, strlen(execargs), strlen(curpsinfo->pr_psargs));
	s[2] = 'C';
	printf("%s\n", s);
}

BEGIN { s[3] = 'D'; printf("not reached\n"); }
BEGIN { g[3] = 'D'; printf("not reached\n"); }
BEGIN { self->s[3] = 'D'; printf("not reached\n"); }
BEGIN { (*(string *)p)[3] = 'D'; printf("not reached\n"); }
BEGIN { printf("%s|%s|%s\n", s, g, self->s); exit(0); }
ERROR { printf("fault %d %d\n", arg4, arg5); }
