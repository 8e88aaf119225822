#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# usym(), uaddr(), umod() and %A of addresses of variables, of a program that has ended when they are printed: constants,
# initialised ones and zeros, at the start and inside; not the stack, the heap, or what is between.
. tests/run/common.inc

cat >"$TMP/vars.c" <<'C'
#include <stdlib.h>
int zeros[1000], set[2] = { 1, 2 };
static int inner[4];
static const char text[] = "constant";
__attribute__((noinline)) void use(void *a, const void *b)
{
	__asm__ volatile("" : : "r"(a), "r"(b) : "memory");
}
int main(void)
{
	int local;

	use(zeros, text + 3);
	use(&zeros[999], &set[1]);
	use(&inner[1], text);
	use(&local, malloc(8));
	return 0;
}
C
# with constants in the segment of the code as well, where some linkers put them
for kind in pie no-pie static one-segment; do
	case $kind in one-segment) flag=-Wl,-z,noseparate-code ;; *) flag=-$kind ;; esac
	$CC -O1 "$flag" -fPIE -o "$TMP/vars" "$TMP/vars.c" || {
		[ $kind = static ] || exit 1
		echo "skip static: needs a static libc"
		continue
	}
	"$DT" -qn 'pid$target:vars:use:entry { usym(arg0); printf("|"); uaddr(arg1); printf("|"); umod(arg0); printf("|%A\n", arg0); }' \
		-c "$TMP/vars" >"$TMP/out" 2>"$TMP/err" </dev/null
	sed -E 's/ +//g; s/0x[0-9a-f]{6,}/ADDRESS/g; /^$/d' "$TMP/out" >"$TMP/got"
	result "$kind" "$(diff - "$TMP/got" <<'END'
vars`zeros|vars`text+0x3|vars|vars`zeros
vars`zeros|vars`set+0x4|vars|vars`zeros+0xf9c
vars`inner|vars`text|vars|vars`inner+0x4
ADDRESS|ADDRESS|ADDRESS|ADDRESS
END
	cat "$TMP/err")"
done

# one row for one function, though its file begins with code and /proc/PID/maps is read between the firings
cat >"$TMP/begin.c" <<'C'
#include <unistd.h>
__attribute__((noinline)) void use(void *a)
{
	__asm__ volatile("" : : "r"(a) : "memory");
}
int main(void)
{
	for (int i = 0; i < 4; i++) {
		use((char *)main + i);
		usleep(50000);
	}
	return 0;
}
C
$CC -O1 -Wl,-z,noseparate-code -o "$TMP/begin" "$TMP/begin.c" || exit 1
expect one-row 0 -c "$TMP/begin" -x switchrate=5ms -x aggrate=5ms \
	-qn 'pid$target:a.out:use:entry { @s[usym(arg0)] = count(); @m[umod(arg0)] = count(); } END { printa("%A %@d\n", @s); printa("%A %@d\n", @m); }' <<'END'
begin`main 4
begin 4

--
END
