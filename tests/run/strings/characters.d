/*
 * s[i] = c and *s = c change a character of a string in any storage; a NUL
 * ends it. Outside of strsize: a fault.
 */
#pragma D option quiet
#pragma D option strsize=16
struct st { string t; int x; } st;
BEGIN
{
	s = "abcdef"; s[0] = 'X'; printf("%s", s); *s = 'Y'; printf(" %s\n", s);
	s[3] = '\0'; printf("%s %d %d\n", s, strlen(s), s == "Ybc");
	s[3] = 'z'; printf("%s", s); s[4] = '!'; s[5] = '?'; printf(" %s\n", s);
	i = 0; t = ""; t[i++] = 'a'; t[i++] = 'b'; t[i++] = 'c'; t[i++] = 'd'; t[i++] = 'e'; t[i++] = 'f';
	t[i++] = 'g'; t[i++] = 'h'; t[i++] = 'i'; t[i++] = 'j'; printf("%s %c %c\n", t, *t, t[9]);
	self->s = "self"; self->s[1] = 'E'; q["k"] = "assoc"; q["k"][2] = '\0';
	this->t = "this"; this->t[2] = 'I'; st.t = "member"; st.t[0] = 'M';
	printf("%s %s %s %s %d\n", self->s, q["k"], this->t, st.t, st.x);
	x = (string *)alloca(sizeof(string)); *x = "ptr"; (*x)[1] = 'T'; printf("%s\n", *x);
	printf("%d\n", s[1] = 'q'); @[s] = count();
}
BEGIN { n = 15; s[n] = 'x'; printf("not reached\n"); }
ERROR { printf("%s fault %d %d\n", s, arg4, arg5); exit(0); }
