#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A function that begins with endbr64 is probed after it; its stack begins with the function all the same.
. tests/run/common.inc

if [ "$(uname -m)" != x86_64 ]; then
	echo "skip landing-pad: needs machine x86_64"
	exit 0
fi
cat >"$TMP/pads.c" <<'END'
__attribute__((noinline, noclone)) int branded(int x)
{
	__asm__ volatile("");
	return x + 1;
}
__attribute__((noinline, noclone, nocf_check)) int plain(int x)
{
	int sum = 0;

	for (volatile int i = 0; i < 2; i++)
		sum += branded(x);
	return sum;
}
int main(void)
{
	int sum = 0;

	for (volatile int i = 0; i < 3; i++)
		sum += plain(i);
	return sum != 12;
}
END
$CC -O1 -fcf-protection=full -fno-omit-frame-pointer "$TMP/pads.c" -o "$TMP/pads" || exit 1
objdump -d "$TMP/pads" | grep -A1 '<branded>:' | grep -q endbr64 || exit 1

cat >"$TMP/wanted" <<'END'
plain entry
pads`plain
pads`main+OFF
3
branded entry
pads`branded
pads`plain+OFF
6
END
# stacks NAME OPTION...: prints what is wanted
stacks() {
	name=$1
	shift
	"$DT" "$@" -c "$TMP/pads" >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	drop_missed
	sed -E 's/^ +//; s/ +$//; s/ +/ /g; s/\+0x[0-9a-f]+/+OFF/; /^$/d' "$TMP/out" >"$TMP/got"
	result "$name" "$([ $status = 0 ] || echo "status $status"
		diff "$TMP/wanted" "$TMP/got"
		cat "$TMP/err")"
}

entries='pid$target:pads:branded:entry, pid$target:pads:plain:entry'
counts='{ @[probefunc, probename, ustack(2)] = count(); }'
stacks by-tables -qn "$entries $counts"
stacks by-frame-pointers -x unwindsize=0 -qn "$entries $counts"
stacks beside-offset-0 -qn "$entries $counts pid\$target:pads:branded:0 { n++; }"
# a record of each function's first call
sed -i '/^[0-9]*$/d' "$TMP/wanted"
stacks copied -x ustackunwind -qn "$entries /!seen[probefunc]++/ { printf(\"%s %s\", probefunc, probename); ustack(2); }"
