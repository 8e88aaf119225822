#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @lock stacks
# @timeout 60
#
# stacks: with functions whose return is probed, the kernel has replaced the return address of each on the stack; the
# frames equal those of the same program without such probes. Recursion, also as tail call (then several functions return
# from one place), and through a signal handler.
. tests/run/common.inc

cat >"$TMP/deep.c" <<'END'
#include <signal.h>
#define OUT_OF_LINE __attribute__((noinline, noclone))
#define KEEP(x) __asm__ volatile("" : "+r"(x))
OUT_OF_LINE int leaf(int x) { KEEP(x); return x + 1; }
OUT_OF_LINE int down(int x) { int y = x ? down(x - 1) : leaf(x); KEEP(y); return y + 1; }
OUT_OF_LINE int last(int x) { KEEP(x); return leaf(x); }
OUT_OF_LINE int before(int x) { KEEP(x); return last(x); }
OUT_OF_LINE void handler(int sig) { int y = leaf(sig); KEEP(y); }
OUT_OF_LINE int raises(int x) { int y = raise(SIGUSR1); KEEP(y); return y + x; }
int main(void)
{
	int x = down(5);

	KEEP(x);
	x += before(1);
	KEEP(x);
	signal(SIGUSR1, handler);
	x += raises(1);
	KEEP(x);
	x += down(2);
	return !x;
}
END
${CC:-cc} -O2 -fomit-frame-pointer -o "$TMP/deep" "$TMP/deep.c"

# stacks NAME PROBES [OPTION...]: the stacks in leaf(), without frames in libc, while PROBES are enabled as well
stacks() {
	name=$1 probes=${2-}
	shift $(($# < 2 ? $# : 2))
	"$DT" -q "$@" -c "$TMP/deep" -n 'pid$target:deep:leaf:entry { ustack(); }' ${probes:+-n "$probes { @ = count(); }"} \
		-n END >"$TMP/out" 2>"$TMP/err" </dev/null || echo "exit $?"
	cat "$TMP/err"
	grep -E '`|cut|0x' "$TMP/out" | sed -E 's/^ +//; s/`0x[0-9a-f]+$/`ADDRESS/' >"$TMP/$name"
}

stacks plain
stacks returns 'pid$target:deep::return'
stacks both 'pid$target:deep::return,pid$target:deep::entry,pid$target:deep::return'
# the copy has the replaced addresses, the walk at the firing knows the original ones
stacks copied 'pid$target:deep::return' -x ustackunwind
# four calls of leaf(), each with frames back to the start of the program
result whole "$([ "$(grep -c '`leaf' "$TMP/plain") $(grep -c '`_start' "$TMP/plain")" = "4 4" ] &&
	! grep -q 'cut\|^0x' "$TMP/plain" || cat "$TMP/plain")"
result returns "$(diff "$TMP/plain" "$TMP/returns")"
result entries-and-returns "$(diff "$TMP/plain" "$TMP/both")"
result copied "$(diff "$TMP/plain" "$TMP/copied")"
