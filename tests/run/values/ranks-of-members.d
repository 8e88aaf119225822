/*
 * Bit-fields and narrow members in expressions have their declared type, and
 * are not promoted to int, unlike in C.
 */
#pragma D option quiet
struct f { unsigned int a:3; unsigned int w:32; unsigned long l:20, m:40; long s:33; int i:1; _Bool b:1; } f;
struct n { unsigned char c; unsigned short h; signed char s; _Bool b; } n;
_Bool flag;
BEGIN
{
	f.a = 1;
	f.w = 1;
	f.l = 1;
	f.m = 1;
	f.s = -1;
	f.i = 1;
	f.b = 4;
	printf("%d %d %d %d\n", f.a - 2 < 0, f.w - 2 < 0, f.l - 2 < 0, f.m - 2 < 0);
	printf("%d %d %d %d\n", -f.a, ~f.a, f.a << 4, -f.a >> 1);
	printf("%d %d %d\n", f.s, f.i, f.b);
	printf("%d %d\n", f.a > -1, f.w > -1);
	printf("%d %d\n", sizeof(f.a + 0), sizeof(f.m + 0));
	n.c = 200;
	n.h = 60000;
	n.s = -100;
	n.b = 2;
	printf("%d %d %d %d\n", n.c + n.c, n.h * 2, n.s - 100, n.b + n.b);
	printf("%d %d %d\n", ~n.c, -n.h, n.c - 201 < 0);
	n.c += 100;
	n.h <<= 1;
	n.s -= 100;
	n.b++;
	printf("%d %d %d %d\n", n.c, n.h, n.s, n.b);
	n.b--;
	n.c *= 3;
	n.h /= 7;
	n.s %= 7;
	printf("%d %d %d %d\n", n.c, n.h, n.s, n.b);
	flag++;
	this->p = (_Bool *)alloca(1);
	(*this->p)++;
	(*this->p)++;
	printf("%d %d ", flag++, *this->p);
	printf("%d %d %d ", flag--, --*this->p, --*this->p);
	printf("%d %d\n", flag, --f.b);
	f.b ^= 1;
	f.i--;
	printf("%d %d\n", f.b, f.i);
	exit(0);
}
