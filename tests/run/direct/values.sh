#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# What the kernel reads at a site is the same with --direct, whose operands are all 8 bytes: of each type, with
# its sign, those that system headers declare included; where the program passes other types than the declared
# ones; and each argument is evaluated once.
. tests/run/common.inc
[ "$(uname -m)" = x86_64 ] || { echo "skip values: needs x86-64"; exit; }

cat >"$TMP/vals.d" <<'D'
enum color { RED = -1, BLUE = 7 };
typedef struct item item_t;
provider vals {
	probe ints(char a, unsigned char b, short c, unsigned short d, int e, unsigned int f, long g, unsigned long h,
		long long i, int64_t j, uint32_t k, _Bool l);
	probe ptrs(item_t *a, char *b, enum color c, string d, int *e, int f);
	probe sys(off_t a, time_t b, mode_t c, ino_t d, clock_t e, suseconds_t f, key_t g, clockid_t h, loff_t i,
		intmax_t j, uintmax_t k);
};
D
cat >"$TMP/vals.c" <<'C'
#undef _GNU_SOURCE
#define _GNU_SOURCE 1
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>
#include "vals.h"
enum color { RED = -1, BLUE = 7 };
static int evals;
static int side(int v)
{
	evals++;
	return v;
}
int main(void)
{
	volatile signed char sc = -2;
	volatile unsigned char uc = 250;
	volatile short s = -300;
	volatile unsigned short us = 65000;
	volatile int i = -5;
	volatile unsigned u = 4000000000u;
	volatile long l = -1;
	volatile unsigned long ul = ~0ul - 1;
	volatile long long ll = -77;
	volatile int64_t i64 = INT64_MIN;
	volatile uint32_t u32 = 0x80000000u;
	volatile bool b = true;
	char text[8] = "array";
	int numbers[2];

	VALS_INTS(sc, uc, s, us, i, u, l, ul, ll, i64, u32, b);
	VALS_INTS(u, i, ul, sc, uc, ll, i, u, b, u32, i64, side(3));
	VALS_PTRS((void *)0, text, RED, "text", numbers, side(-9));
	VALS_SYS(l, l, u, ul, l, l, i, i, l, l, ul);
	return evals != 2;
}
C
cat >"$TMP/vals.script" <<'D'
vals$target:::ints
{
	printf("%d %d %d %d %d %d %d %d %d %d\n", arg0, arg1, arg2, arg3, arg4, arg5, arg6, arg7, arg8, arg9);
	printf("%d %d %d %d %d %d %d %d %d %d ", args[0], args[1], args[2], args[3], args[4], args[5], args[6],
	    args[7], args[8], args[9]);
	printf("%d %d\n", args[10], args[11]);
}
vals$target:::ptrs
{
	printf("%d %s %d %s %d %d\n", arg0, copyinstr(arg1), arg2, copyinstr(arg3), arg4 != 0, arg5);
	printf("%d %s %d %d\n", args[0] == 0, copyinstr((uintptr_t)args[1]), args[2], args[5]);
}
vals$target:::sys
{
	printf("%d %d %d %d %d %d %d %d %d ", args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7], args[8]);
	printf("%d %d\n", args[9], args[10]);
}
D

for compiler in gcc clang g++; do
	command -v $compiler >/dev/null || { echo "skip values-$compiler: needs $compiler"; continue; }
	for option in "" --direct; do
		"$DT" -h $option -s "$TMP/vals.d" -o "$TMP/vals.h" && "$DT" -G $option -s "$TMP/vals.d" -o "$TMP/vals.o" &&
			case $compiler in *++) language=c++ ;; *) language=c ;; esac &&
			$compiler -x $language -O1 -Iinclude -I"$TMP" "$TMP/vals.c" -x none "$TMP/vals.o" -o "$TMP/vals" || exit 1
		expect "values-$compiler$option" 0 -q -s "$TMP/vals.script" -c "$TMP/vals" <<-'END'
			-2 250 -300 65000 -5 4000000000 -1 -2 -77 -9223372036854775808
			-2 250 -300 65000 -5 4000000000 -1 18446744073709551614 -77 -9223372036854775808 2147483648 1
			4000000000 -5 -2 -2 250 -77 -5 4000000000 1 2147483648
			0 251 -2 65534 250 4294967219 -5 4000000000 1 2147483648 0 1
			0 array -1 text 1 -9
			1 array -1 -9
			-1 -1 4000000000 18446744073709551614 -1 -1 -5 -5 -1 -1 18446744073709551614

			--
		END
		grep -B 20 '/\* not direct' "$TMP/vals.h" >"$TMP/why"
		result "values-$compiler$option-direct" "$(cat "$TMP/why")"
	done
done
