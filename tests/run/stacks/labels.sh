#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
#
# The label of an assembler function has no size and reaches to the next function. In a stripped library that may be a
# local one, whose name is gone: it does not get the name of the label. Code of the assembler function itself does.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip labels: needs machine x86_64"
	exit 0
fi
cat >"$TMP/lib.c" <<'END'
#include <sys/syscall.h>
#define KEEP __attribute__((noinline, noclone))
long bare(void);
__asm__(".text\n.globl bare\nbare: .cfi_startproc\nmov $110, %eax\nsyscall\nret\n.cfi_endproc\n");
_Static_assert(SYS_getppid == 110, "");
KEEP static long local(long x) { return bare() + x; }
KEEP long exported(long x) { return local(x) + 1; }
END
echo 'long exported(long x); int main(void) { return exported(1) == 0; }' >"$TMP/prog.c"
$CC -O2 -shared -fPIC -o "$TMP/liblabels.so" "$TMP/lib.c" &&
	$CC -O2 -o "$TMP/prog" "$TMP/prog.c" "$TMP/liblabels.so" || exit 1

# frames NAME WANTED: the frames of the library
frames() {
	"$DT" -qn 'syscall::getppid:entry /pid == $target/ { ustack(); }' -c "$TMP/prog" >"$TMP/out" 2>"$TMP/err"
	got=$(sed -n 's/^ *liblabels.so`\(0x\)*\([a-z]*\).*/\1\2/p' "$TMP/out" | sed 's/^0x.*/0x/' | paste -sd ' ')
	result "$1" "$([ "$got" = "$2" ] || echo "$got"; cat "$TMP/err")"
}
frames all_symbols 'bare local exported'
strip "$TMP/liblabels.so"
frames stripped 'bare 0x exported'
