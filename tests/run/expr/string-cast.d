/* A string as an integer tests whether it has text. */
#pragma D option quiet
BEGIN
{
	s = "0"; e = ""; self->s = "x";
	printf("%d %d %d %d %d\n", (int)s, (int)e, (char)self->s, (int64_t)"", (int)execname);
	self->never = ""; printf("%d %d\n", (int)self->never, sizeof((int)s));
	printf("%d\n", sizeof(NULL));
	exit((int)e);
}
