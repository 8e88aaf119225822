/*
 * Numbers of 1, 2 and 4 bytes and bit-fields in data that several firings can
 * change: each operator stays within its member, even if it carries.
 */
#pragma D option quiet
struct bits { unsigned int a:3; int b:5; unsigned int c:24; long d:40; int e; };
struct small { unsigned char a, b; short c; int d; char e[4]; };
struct bits b;
struct small s;
char text[12];
short half[5];
BEGIN
{
	b.a = 7;
	b.b = -16;
	b.c = 0xabcdef;
	b.d = -1;
	b.e = 1;
	b.a++;
	printf("%d %d %x %d %d\n", b.a, b.b, b.c, b.d, b.e);
	b.b--;
	printf("%d %d %x %d %d\n", b.a, b.b, b.c, b.d, b.e);
	b.c += 0x1000000 + 1;
	b.d += 2;
	printf("%d %d %x %d %d\n", b.a, b.b, b.c, b.d, b.e);
	b.a |= 5;
	b.a &= 6;
	b.a ^= 2;
	b.d *= -3;
	printf("%d %d %x %d %d\n", b.a, b.b, b.c, b.d, b.e);
	printf("%d %d\n", b.a++, ++b.b);
	printf("%d %d\n", b.a = 12, b.b = 17);
	s.a = 255;
	s.b = 255;
	s.c = -1;
	s.d = -1;
	s.a++;
	printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
	s.c++;
	s.b += 2;
	s.d += 2147483647;
	printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
	s.c -= 1;
	s.d ^= 0xff;
	printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
	this->i = 3;
	s.e[this->i] = 127;
	s.e[this->i - 1] = -1;
	s.e[this->i]++;
	s.e[this->i - 1]++;
	printf("%d %d %d %d\n", s.e[0], s.e[1], s.e[2], s.e[3]);
	text = "abcdefghijk";
	text[this->i]--;
	text[this->i * 3] += 'A' - 'a';
	text[this->i + 1] &= ~32;
	half[this->i] = -1;
	half[this->i]++;
	half[this->i + 1]--;
	printf("%s %d %d %d\n", text, half[2], half[3], half[4]);
	trace(half);
	exit(0);
}
