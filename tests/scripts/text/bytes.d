/*
 * Bytes of a text one by one, and changed in a copy.
 */
#pragma D option quiet

BEGIN
{
	s = "hello";
	printf("%c%c %d\n", s[0], s[4], s[1]);
	s[0] = 'J';
	s[4] = '\0';
	printf("%s %d\n", s, strlen(s));
	tracemem(alloca(4), 4);
	exit(0);
}
