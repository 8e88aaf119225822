#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# @root
# @timeout 300
# Two processes on two CPUs, a million firings each: no count is lost, whether both add to the same key or to keys
# of their own, or while the values are printed, cleared and truncated again and again. FIRINGS: number per process.
. tests/run/common.inc
firings=${FIRINGS:-1000000}
# a program name of our own, so that other runs of this test are not counted
forks=forks_$$
cp "$TRIGGERS/forks" "$TMP/$forks" || exit 1
all=$((2 * firings))

cat >"$TMP/exact.d" <<'SCRIPT'
#pragma D option quiet
forks*:PROGRAM::work { @same["x"] = count(); @own[arg0] = count(); @none = count(); @sum[arg1 & 7] = sum(1); }
END { printa("%@d\n", @same); printa("%@d\n", @own); printa("%@d\n", @none); printa("%@d\n", @sum); }
SCRIPT
sed -i "s/PROGRAM/$forks/" "$TMP/exact.d"
"$DT" -s "$TMP/exact.d" -c "$TMP/$forks 1 $firings" >"$TMP/out" 2>"$TMP/err"
{
	printf '%s\n' $all $firings $firings $all
	for key in 0 1 2 3 4 5 6 7; do echo $((all / 8)); done
	echo
} >"$TMP/wanted"
result exact "$(diff "$TMP/wanted" "$TMP/out" | tr '\n' ';')"

# the sum of all printed values is the number of firings
cat >"$TMP/clear.d" <<'SCRIPT'
#pragma D option quiet
#pragma D option switchrate=1ms
forks*:PROGRAM::work { @count = count(); @key[arg0] = sum(1); @gone[arg0, arg1 >> 12] = count(); }
forks*:PROGRAM::work { @bucket = lquantize(arg1, 0, 2, 1); }
forks*:PROGRAM::work /(arg1 & 4095) == 0/
{
	printa("count %@d\n", @count);
	clear(@count);
	printa("key %@d\n", @key);
	clear(@key);
	printa("gone %@d\n", @gone);
	trunc(@gone);
	printa("bucket %@d\n", @bucket);
	clear(@bucket);
}
END
{
	printa("count %@d\n", @count);
	printa("key %@d\n", @key);
	printa("gone %@d\n", @gone);
	printa("bucket %@d\n", @bucket);
}
SCRIPT
sed -i "s/PROGRAM/$forks/" "$TMP/clear.d"
"$DT" -s "$TMP/clear.d" -c "$TMP/$forks 1 $firings" >"$TMP/out" 2>"$TMP/err"
added() {
	awk -v name="$1" -v all=$all '
	$1 == name { sum += $2; prints += $2 > 0 }
	END { if (sum != all || prints < 10) print sum " of " all " in " prints " prints" }' "$TMP/out"
}
result clear "$(added count)"
result clear-keys "$(added key)"
result trunc "$(added gone)"
result clear-histogram "$(awk -v all=$all '
	/\|/ { sum += $NF }
	END { if (sum != all) print sum " of " all }' "$TMP/out")"
result messages "$(cat "$TMP/err")"

# two clauses of one firing, between whose records the reader sometimes reads
cat >"$TMP/clauses.d" <<'SCRIPT'
#pragma D option quiet
#pragma D option switchrate=1ms
forks*:PROGRAM::work { @count[arg0] = count(); }
forks*:PROGRAM::work /arg0 == 0 && (arg1 & 255) == 0/ { printa("count %@d\n", @count); }
forks*:PROGRAM::work /arg0 == 0 && (arg1 & 255) == 0/ { clear(@count); }
END { printa("count %@d\n", @count); }
SCRIPT
sed -i "s/PROGRAM/$forks/" "$TMP/clauses.d"
"$DT" -s "$TMP/clauses.d" -c "$TMP/$forks 1 $firings" >"$TMP/out" 2>"$TMP/err"
result clear-in-another-clause "$(added count)"
