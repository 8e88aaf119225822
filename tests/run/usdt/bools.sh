#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usdt: a bool argument is 0 or 1, however the compiler computes it. clang leaves anything in the other bits of the
# register when it negates one without optimising.
. tests/run/common.inc

cat >"$TMP/bools.c" <<'END'
#include <sys/sdt.h>

#ifdef __cplusplus
enum class answer : bool { no, yes };
#else
#define bool _Bool
typedef bool answer;
#endif

__attribute__((noinline)) static void fire(const bool *yes, const volatile bool *no, long n)
{
	bool copy = !*yes;

	DTRACE_PROBE3(bools, negated, (bool)!*yes, (bool)!*no, copy);
	DTRACE_PROBE3(bools, stored, *yes, *no, (bool)(n & 8));
	DTRACE_PROBE3(bools, converted, (answer)!*yes, (answer)!*no, (answer)(n & 4));
	DTRACE_PROBE7(bools, many, n, n, n, n, n, (bool)!*no, (bool)!*yes);
}

int main(int argc, char **argv)
{
	bool yes = argc > 0, no = !yes;

	(void)argv;
	fire(&yes, &no, 0xf8);
	return 0;
}
END
cat >"$TMP/bools.d" <<'END'
bools$target:::negated, bools$target:::stored, bools$target:::converted { printf("%d%d%d ", arg0, arg1, arg2); }
bools$target:::many { printf("%d%d\n", arg5, arg6); }
END
for cc in gcc clang; do
	if ! command -v $cc >"$TMP/null"; then
		echo "skip $cc: needs $cc"
		continue
	fi
	for language in c c++; do
		for level in 0 2; do
			$cc -x $language -O$level -Wall -Wextra -Werror -I"$root/include" "$TMP/bools.c" -o "$TMP/bools"
			expect $cc-$language-O$level 0 -qs "$TMP/bools.d" -c "$TMP/bools" <<'END'
010 101 010 10

--
END
		done
	done
done
