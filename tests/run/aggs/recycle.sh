#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
# @slow
# @timeout 100
#
# Keys removed by trunc() make room for others: more keys than an aggregation has slots, printed and truncated all the
# time, are all counted.
. tests/run/common.inc
cpus=$(($(sed 's/.*-//' /sys/devices/system/cpu/possible) + 1))
slots=4096 keys=7000

# a thousand new keys per second, and some that come back all the time
cat >"$TMP/new.d" <<'SCRIPT'
#pragma D option quiet
tick-1ms { n++; @[n] = count(); }
tick-1ms { @again[n % 8] = count(); @again[n + 8] = count(); }
tick-200ms { printa("new %d %@d\n", @); trunc(@); }
tick-300ms { printa("again %d %@d\n", @again); trunc(@again, 1); clear(@again); }
tick-1ms /n == $1/ { exit(0); }
END { printa("new %d %@d\n", @); printa("again %d %@d\n", @again); printf("fired %d\n", n); }
SCRIPT
"$DT" -x aggsize=$((slots * 8 * cpus)) -s "$TMP/new.d" $keys >"$TMP/out" 2>"$TMP/err"
result status "$([ $? = 0 ] || cat "$TMP/err")"
result no-drops "$(cat "$TMP/err")"
result each-once "$(awk -v keys=$keys '
	$1 == "new" { cnt++; if ($2 < 1 || $2 > keys || $3 != 1 || seen[$2]++) print }
	END { if (cnt != keys) print cnt " keys" }' "$TMP/out" | head -n 3)"
result those-that-come-back "$(awk -v keys=$keys '
	$1 == "again" && $2 < 8 { old += $3 }
	$1 == "again" && $2 >= 8 { new += $3 }
	END { if (old != keys || new != keys) print old " and " new }' "$TMP/out")"

# Keys 1 to 8 occur at the beginning and at the end; meanwhile one of their slots has been given to another key. The
# statement still has the old key in its table, because there are fewer keys than entries there.
cat >"$TMP/stale.d" <<'SCRIPT'
#pragma D option quiet
tick-25ms { n++; @[n <= 8 ? n : n <= 160 ? n + 200 : n - 160] = count(); }
tick-200ms { printa("%d %@d\n", @); trunc(@); }
tick-25ms /n == 168/ { exit(0); }
END { printa("%d %@d\n", @); }
SCRIPT
"$DT" -x aggsize=$((128 * 8 * cpus)) -s "$TMP/stale.d" >"$TMP/out" 2>"$TMP/err"
result stale-drops "$(cat "$TMP/err")"
result stale "$(awk 'NF { sum[$1] += $2 }
	END {
		for (key in sum) {
			cnt++
			if (sum[key] != (key + 0 <= 8 ? 2 : 1))
				print key " " sum[key]
		}
		if (cnt != 160)
			print cnt " keys"
	}' \
	"$TMP/out")"

# two processes at full speed: printed values and firings without room add up to the number of firings
firings=${FIRINGS:-4000000}
forks=forks_$$
cp "$TRIGGERS/forks" "$TMP/$forks" || exit 1
cat >"$TMP/forks.d" <<'SCRIPT'
#pragma D option quiet
forks*:PROGRAM::work { @[arg0, arg1 >> 10] = count(); @hot[arg1 & 15, arg1 >> 12] = count(); }
tick-100ms { printa("cold %@d\n", @); trunc(@); printa("hot %@d\n", @hot); trunc(@hot); }
END { printa("cold %@d\n", @); printa("hot %@d\n", @hot); }
SCRIPT
sed -i "s/PROGRAM/$forks/" "$TMP/forks.d"
"$DT" -x aggsize=$((slots * 8 * cpus)) -s "$TMP/forks.d" -c "$TMP/$forks 1 $firings" >"$TMP/out" 2>"$TMP/err"
dropped=$(sed -n 's/^dtrace: \([0-9]*\) aggregation drops.*/\1/p' "$TMP/err" | awk '{ n += $1 } END { print n + 0 }')
result all-or-drops "$(awk -v all=$((4 * firings)) -v dropped="$dropped" '
	{ sum += $2 }
	END { if (sum + dropped != all) print sum " and " dropped " of " all }' "$TMP/out")"

# lines for dtrace-merge: the number of clears of a key never decreases, and the values add up
cat >"$TMP/json.d" <<'SCRIPT'
#pragma D option quiet
tick-1ms { n++; @[n % 8] = count(); @[n + 8] = count(); }
tick-200ms { printa(@); trunc(@); }
tick-1ms /n == $1/ { exit(0); }
END { printa(@); }
SCRIPT
"$DT" -x aggsize=$((slots * 8 * cpus)) -x oformat=json -s "$TMP/json.d" $keys >"$TMP/out" 2>"$TMP/err"
result json-status "$([ $? = 0 ] && [ ! -s "$TMP/err" ] || cat "$TMP/err")"
"$BUILD/dtrace-merge" "$TMP/out" >"$TMP/merged"
result merged "$(sed -n 's/.*"keys":\[\([0-9]*\)\].*"value":\([0-9]*\).*/\1 \2/p' "$TMP/merged" | awk -v keys=$keys '
	$1 < 8 { old += $2; next }
	{ new += $2; cnt++ }
	END { if (old != keys || new != keys || cnt != keys) print old " and " new " of " cnt " keys" }')"
