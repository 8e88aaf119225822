#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# args: arguments in elements of arrays, whose addresses are the sum of a symbol and a register.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip elements: needs machine:x86_64"
	exit 0
fi
cat >"$TMP/elements.c" <<'END'
#include <sys/sdt.h>

static __attribute__((used)) unsigned char bytes[] = { 10, 20, 30, 40 };
static __attribute__((used)) short pairs[] = { -1, -2, -3, -4 };

int main(void)
{
	for (long i = 0; i < 3; i++) {
		__asm__ volatile(STAP_PROBE_ASM(elements, base, 1@bytes+1(%0)) : : "r"(i));
		__asm__ volatile(STAP_PROBE_ASM(elements, index, -2@pairs(,%0,2)) : : "r"(i));
		__asm__ volatile(STAP_PROBE_ASM(elements, both, 1@bytes-2(%0,%1,2)) : : "r"(i), "r"(1L));
	}
	return 0;
}
END
gcc -O1 -fno-pie -no-pie -I"$root/include" "$TMP/elements.c" -o "$TMP/elements" || exit 1

# shellcheck disable=SC2016
{
	expect one-register 0 -c "$TMP/elements" -qn 'elements$target:::base, elements$target:::index { printf(" %d", arg0); }' <<'END'
 20 -1 30 -2 40 -3
--
END
	expect two-registers 0 -c "$TMP/elements" -qn 'elements$target:::both { printf(" %d", arg0); }' <<'END'
 10 20 30
--
END
}
