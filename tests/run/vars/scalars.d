/*
 * Globals of all widths: values are cut to their type, as in C, and a carry of
 * one operation does not affect its neighbours. Without a declaration, the
 * first assignment sets the type, and a wider one makes it 64 bits.
 */
#pragma D option quiet

char c; unsigned char uc; short s; unsigned short us; int i; unsigned int ui;
long l; unsigned long long ull; bool b; int *p; short *sp;

BEGIN
{
	printf("%d %d %d %d %d\n", c, us, i, l, b);
	c = 127; uc = 255; s = 32767; us = 65535; i = 0x7fffffff; ui = 0xffffffff;
	l = -1; ull = 0;
	printf("%d %d %d %d %d %d\n", ++c, ++uc, ++s, ++us, ++i, ++ui);
	printf("%d %d %d %d %d %d\n", c--, uc--, s--, us--, i--, ui--);
	printf("%d %d %d %d %d %d\n", c, uc, s, us, i, ui);
	printf("%d %u\n", l++, ull -= 1);
	printf("%d %u\n", l, ull);
	printf("%d %d %d\n", c += 3, uc -= 256, s *= 2);
	printf("%x %x %x\n", ui &= 0xff00, ui |= 0xf, ui ^= 0xff);
	printf("%d %d %d\n", i /= 2, i %= 1000, i <<= 3);
	printf("%d %d\n", i >>= 1, -i >> 1);
	l = 0x123456789abcdef0; i = l; us = l; printf("%x %x\n", i, us);
	b = 256; printf("%d\n", b);
	b = 0; printf("%d %d\n", b, !b);
	p = 0; p++; p += 2; sp = (short *)p; sp--; printf("%d %d\n", (int)p, (int)sp);
	printf("%d\n", (int)(p - (int *)4));
}

BEGIN
{
	x = 1; x = 0x1ffffffff; printf("%d\n", x);	/* int64_t, by the second */
	y = timestamp; y = 0x1ffffffff; printf("%d\n", y);
	n++; n += 0x1ffffffff; printf("%d\n", n);	/* int64_t */
	total += pid; total += 0x1ffffffff; printf("%d\n", total - pid);
	z = w = 3; z += w += 2; printf("%d %d\n", z, w);
	z = (w++, w * 2); printf("%d %d\n", z, w++ + 10);
	z = w > 6 ? w-- : w++; printf("%d %d\n", z, w);
	i = -11; ui = i; l = ui; printf("%d\n", l);
	exit(0);
}
