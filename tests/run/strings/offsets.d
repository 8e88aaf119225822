/*
 * s + n of a string is its text from that character on, *(s + n) the character, which can be assigned
 * to. After the NUL: a fault. bcopy() changes characters of a string variable, up to its size.
 * @exit 3
 * @filter addr
 */
#pragma D option quiet
#pragma D option strsize=16
string s, a[int];
self string t;
BEGIN
{
	i = 2; s = "abcdef";
	printf("%c %c %c %s %s %d\n", *(s + 1), *(i + s), *(s + 1 + 2), s + 2, i + s, strlen(s + 5));
	*(s + 3) = 'X'; *(i + s) = 'Y'; printf("%s %s\n", s, "hello" + 3);
	bcopy("123", s, 3); printf("%s\n", s);
	bcopy("12", s, 3); printf("%s\n", s);
	self->t = "self"; bcopy(s, self->t, 1); a[7] = "element"; bcopy(self->t, a[5 + i], 4);
	this->u = "this"; bcopy(stringof("abcd") + 2, this->u, 2); printf("%s %s %s\n", self->t, a[7], this->u);
	bcopy("0123456789abcdef", s, 16); printf("%s %d\n", s, strlen(s));
}
BEGIN { s = "abc"; trace(*(s + 3)); trace(*(s + 4)); }
BEGIN { trace(*(s + -1)); }
BEGIN { trace(s + 16); }
BEGIN { bcopy("abc", s, -1); }
BEGIN { bcopy(alloca(32), s, 17); }
ERROR { printf("fault %d of clause %d\n", arg4, arg1); exit(3); }
