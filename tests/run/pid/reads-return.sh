#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A function that reads its return address (32-bit code finds its data this way: __x86.get_pc_thunk.bx) gets the real one
# while its return is traced.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip reads-return: needs machine x86_64"
	exit 0
fi
cat >"$TMP/reads.c" <<'END'
#include <stdio.h>
unsigned long here(void), branded(void);
__asm__(".type here, @function\nhere: mov (%rsp), %rax\n ret\n.size here, . - here\n"
	".type branded, @function\nbranded: endbr64\n mov (%rsp), %rax\n ret\n.size branded, . - branded\n");
static __attribute__((noinline)) int is_mine(unsigned long addr)
{
	return addr - (unsigned long)is_mine < 4096;
}
static __attribute__((noinline)) int asks(void) { return is_mine(here()) + is_mine(branded()); }
int main(void)
{
	printf("%d right\n", asks() + asks());
	return 0;
}
END
$CC -O1 "$TMP/reads.c" -o "$TMP/reads" || exit 1
expect reads-return 0 -c "$TMP/reads" -qn 'pid$target:a.out:here:return, pid$target:a.out:branded:return { @[probefunc] = count(); }' <<'END'
4 right

  branded                                                           2
  here                                                              2
--
END
