#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 300
#
# avg() and stddev() are several words. Values that are printed, cleared and truncated while two processes change them
# consist of words that belong together: the average of equal numbers is that number, their deviation is 0. What was
# taken in many parts adds up to what is taken once. FIRINGS: number per process.
. tests/run/common.inc
firings=${FIRINGS:-400000}
# a program name of our own, so that other runs of this test are not counted
forks=forks_$$
cp "$TRIGGERS/forks" "$TMP/$forks" || exit 1

cat >"$TMP/whole.d" <<'SCRIPT'
#pragma D option quiet
#pragma D option switchrate=1ms
forks*:PROGRAM::work
{
	@avg = avg(1000);
	@key[arg0] = avg(1000);
	@dev = stddev(3000000000);
	@often = stddev(arg1 * 1000000007);
	@once = stddev(arg1 * 1000000007);
	@often_avg = avg(arg1);
	@once_avg = avg(arg1);
}
tick-1ms
{
	printa("avg %@d\n", @avg); clear(@avg);
	printa("key %@d\n", @key); trunc(@key);
	printa("dev %@d\n", @dev); clear(@dev);
	printa("often %@d\n", @often);
	printa("often %@d\n", @often_avg);
}
END
{
	printa("is %@d", @often); printa(" %@d\n", @often_avg);
	printa("is %@d", @once); printa(" %@d\n", @once_avg);
}
SCRIPT
sed -i "s/PROGRAM/$forks/" "$TMP/whole.d"
"$DT" -s "$TMP/whole.d" -c "$TMP/$forks 1 $firings" >"$TMP/out" 2>"$TMP/err"
result messages "$(cat "$TMP/err")"
# an interrupt between the additions of a firing can last longer than dtrace waits (docs/limits.md), and so can the
# additions on an emulated machine, or if dtrace reads slowly; without waiting, 8 to 23 were wrong
[ -n "${SLOW:-}" ] || result whole-values "$(awk '
	$1 == "avg" && $2 != 1000 && $2 != 0 || $1 == "key" && $2 != 1000 || $1 == "dev" && $2 != 0 { wrong++; last = $0 }
	END { if (wrong > 5) print wrong " wrong values, the last: " last }' "$TMP/out")"
result often-and-once "$(awk '
	$1 == "is" && cnt++ && $0 != line { print line " and " $0 }
	$1 == "is" { line = $0 }
	END { if (cnt != 2) print cnt " lines" }' "$TMP/out")"
