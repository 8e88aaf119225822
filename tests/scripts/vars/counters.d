/*
 * All the operators that change a variable.
 */
#pragma D option quiet

BEGIN
{
	a = 10;
	a += 5; a -= 3; a *= 4; a /= 5; a %= 7; a <<= 4; a |= 3; a &= 0x1f; a ^= 1; a >>= 1;
	printf("%d\n", a);
	b = 5;
	printf("%d %d %d %d %d\n", b++, ++b, b--, --b, b);
	c = d = 7;
	printf("%d\n", c + d);
	e = (f = 3, f + 1);
	printf("%d\n", e);
	exit(0);
}
