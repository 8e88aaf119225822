/*
 * Declared arrays, of numbers, of texts, of arrays; an index out of bounds
 * at run time is a fault.
 * @exit 0
 */
#pragma D option quiet

int a[10]; char c[3]; string s[4]; int m[2][3]; self int t[5]; self string u[2]; uint64_t big[100000];

BEGIN
{
	a[0] = 1; a[9] = 10; i = 4; a[i] = 5; a[i]++; a[i + 1] += a[i]; ++a[9];
	printf("%d %d %d %d %d\n", a[0], a[9], a[4], a[i + 1], a[1]);
	c[1] = 127; c[1]++; c[2] = 1; printf("%d %d %d\n", c[0], c[1], c[2]);
	s[3] = "last"; s[i - 4] = "first"; printf("%s [%s] %s\n", s[0], s[i - 3], s[i - 1]);
	m[1][2] = 6; m[i - 4][1] = 2; m[1][i - 4] = m[0][1] * m[1][2];
	printf("%d %d %d %d\n", m[0][1], m[1][0], m[1][2], m[1][1]);
	self->t[i] = 7; self->t[4]--; printf("%d %d\n", self->t[4], self->t[i - 1]);
	self->u[1] = execname; printf("[%s] [%s]\n", self->u[0], self->u[i - 3]);
	big[99999] = 1; big[i * 20000]++; printf("%d %d\n", big[99999], big[80000]);
}

BEGIN { i = 10; a[i] = 1; printf("not reached\n"); }
BEGIN { i = -1; trace(a[i]); }
ERROR { printf("fault %d value %d\n", arg4, (int)arg5); }
BEGIN { exit(0); }
