/*
 * Numbers of any size for *: self->depth++ makes an int64_t.
 */
#pragma D option quiet

BEGIN
{
	self->depth++;
	self->depth++;
	printf("%*s-> %s\n", self->depth * 2, "", "in");
	printf("%-*s<- %s\n", -self->depth, "", "out");
	printf("%.*s|%.*d|%.*s\n", (uint64_t)2, "abc", (int8_t)3, 7, -1LL, "all");
	printf("%*d|%*d\n", (char)3, 1, (short)-4, 2);
	exit(0);
}
