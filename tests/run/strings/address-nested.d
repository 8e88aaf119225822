/* The address of a text, in an expression whose own text has one. An inline further down, too. */
#pragma D option quiet
char *p; string s;
BEGIN
{
	s = "abcdef";
	printf("%s %s\n", s + 1 + 1, s + (strlen(s + 4) + 1));
	p = s + 1; printf("%s\n", stringof(p));
	p = strjoin(s + 1, "!"); printf("%s\n", stringof(p));
	p = strjoin(s + 1 + 1, s + 3) + 1; printf("%s\n", stringof(p));
	bcopy(s + 1 + 1, s, 2); printf("%s\n", s);
}
inline string tail = s + 2 + 1;
BEGIN { printf("%s\n", tail); exit(0); }
