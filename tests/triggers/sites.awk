# SPDX-License-Identifier: BSD-2-Clause
# awk -v CNT=N -f sites.awk: prints the C source of a library with N sites many:::siteI, whose arguments are constants, or
# in registers or memory of all kinds and sizes. call() fires each site once and prints the sums of the arguments, with
# 0 for arguments that a site does not have.
function fire(cnt, args,    n, i, list) {
	printf "\tDTRACE_PROBE%d(many, site%d, %s);\n", cnt, number, args
	n = split(args, list, /, /)
	for (i = 1; i <= n; i++)
		printf "\tsum[%d] += (long)(%s);\n", i - 1, list[i]
}
BEGIN {
	print "#include <stdint.h>\n#include <stdio.h>\n#include <sys/sdt.h>"
	print "struct state { int8_t a; int16_t b; int32_t c; int64_t d; uint8_t e; uint16_t f; uint32_t g; uint64_t h; int t[64]; };"
	print "static long sum[6];\nstatic volatile int counter = 7;"
	for (number = 0; number < CNT; number++) {
		field = "s->" substr("abcdefgh", 1 + int(number / 6) % 8, 1)
		room = 2 + number % 13
		place = "local[" number % room "]"
		printf "static __attribute__((noinline)) void fire%d(struct state *s, int x, long y, short z, int n)\n{\n", number
		printf "\tvolatile int local[%d];\n\t%s = x - n;\n", room, place
		if (number % 6 == 0)
			fire(3, field ", " place ", x * y")
		else if (number % 6 == 1)
			fire(4, number ", s->t[n & 63], y, -" number)
		else if (number % 6 == 2)
			fire(6, "x, y, z, (uint8_t)x, " field ", s->t[" number % 64 "]")
		else if (number % 6 == 3)
			fire(2, "(unsigned)x, " field " + " number)
		else if (number % 6 == 4)
			fire(5, "counter, " field ", (int8_t)x, local[0] = 3, n * " number)
		else
			fire(1, "(uint16_t)y")
		print "}"
	}
	print "void call(void)\n{\n\tstruct state s = { -1, -2, -3, -4, 250, 65000, 4000000000, 1ul << 40, { 0 } };\n"
	print "\tfor (int i = 0; i < 64; i++)\n\t\ts.t[i] = i * i - 1000;"
	for (i = 0; i < CNT; i++)
		printf "\tfire%d(&s, %d, %d, %d, %d);\n", i, i * 7919 % 1000 - 500, i * 104729, -i, i
	print "\tprintf(\"%ld %ld %ld %ld %ld %ld\\n\", sum[0], sum[1], sum[2], sum[3], sum[4], sum[5]);\n}"
}
