/*
 * Strings of three characters and a NUL, in every kind of storage.
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
	exit(0);
}
