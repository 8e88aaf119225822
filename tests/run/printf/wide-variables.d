/*
 * A conversion that takes few bytes (%c, %hd, %hhx) accepts a variable,
 * element or key that has 64 bits only because of another assignment.
 */
#pragma D option quiet
BEGIN
{
	z = 67; y = (char)66; a[1] = 'C'; self->h = (short)-2; this->t = 'T'; @["x", 0x41] = count(); @["y", 0x42] = count();
	printf("%c %c %c %C %hhd %hd %hd %c %*d|\n", z, z + 1, y, a[1], y, self->h, self->h * 2, this->t, z - 60, 1);
	printa("%s %c %@d\n", @);
	z = timestamp; y = 1LL; a[1] = timestamp; self->h = timestamp; this->t = timestamp; @["x", timestamp - timestamp + 0x42] = count();
	exit(0);
}
