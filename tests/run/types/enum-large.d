/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Enums of a C header, after cpp, have the size and sign that C gives them: one
 * that is too large for an int is unsigned, or has 8 bytes if it also has
 * enumerators below 0.
 */
#pragma D option quiet
# 1 "enum-large.d"
# 1 "/usr/include/x.h" 1 3 4
enum large { FIRST = 1, LARGE = 0xf0000000 };
enum both { BELOW = -1, ABOVE = 0xf0000000 };
enum packed { MOST = 0x100000000 } __attribute__((packed));
struct s { char c; enum both b; enum large l; enum packed p; };
# 9 "enum-large.d" 2

enum large one;
enum both two;
struct s s;

BEGIN
{
	one = LARGE;
	two = ABOVE;
	s.l = LARGE;
	s.b = BELOW;
	s.p = MOST;
	printf("%d %d %d %d %d\n", one, two, s.l, s.b, s.p);
	printf("%d %d %d\n", one > 5, LARGE > 5, s.l == LARGE);
	printf("%d %d %d\n", one >> 28, s.l / 2, one + 1);
	printf("%d %d %d\n", sizeof(enum large), sizeof(enum both), sizeof(enum packed));
	printf("%d %d %d\n", offsetof(struct s, b), offsetof(struct s, l), sizeof(struct s));
	@ = sum(one);
	exit(0);
}
