/*
 * Whole arrays: sizeof, copies of the same type, as text, as bytes, by their
 * address; strings by character.
 */
#pragma D option quiet
int a[3], b[3];
int m[2][3];
this char text[16];
self int mine[4];
BEGIN
{
	a[0] = 1;
	a[1] = -2;
	a[2] = a[1]++ + 7;
	b = a;
	printf("%d %d %d %d\n", sizeof(a), b[0], b[1], b[2]);
	m[1] = b;
	m[1][0] = 9;
	printf("%d %d %d %d\n", m[0][0], m[1][0], m[1][2], sizeof(m[1]));
	trace(m);
	tracemem(a, 12);
	this->p = a;
	printf("%d %d %d\n", *this->p, this->p[2], *(a + 1));
	printf("%d %d\n", &a[2] - &a[0], *&m[1][2]);
	self->mine[3] = 4;
	self->mine[self->mine[3] - 2] = 5;
	printf("%d %d %d\n", self->mine[2], self->mine[3], self->mine[0]);
	this->text = "some text";
	this->text[0] = 'S';
	printf("%s %d %s\n", this->text, strlen(this->text),
	    strjoin(this->text, "!"));
	printf("%d\n", this->text == "Some text");
	s = "hello";
	this->i = 1;
	printf("%c%c %d %d\n", s[0], s[this->i], s[5], s[5] + s[4] == 'o');
	printf("%c %c\n", "const"[2], strjoin(s, "W")[5]);
	this->text = "a string that is longer than the array";
	printf("%s\n", this->text);
}
BEGIN
{
	printf("%d\n", s[256 + a[0]]);
}
BEGIN
{
	printf("%d\n", a[a[2]]);
}
BEGIN
{
	exit(0);
}
