#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# More keys than aggsize has room for: firings without room are reported and counted as aggregation drops, the others
# are printed. With enough room there are no drops, even if processes insert the same keys at the same time. A larger
# aggsize than the default makes room for more keys.
. tests/run/common.inc

"$DT" -x counts -x aggsize=16k -c "$TRIGGERS/loop 5000" -qn 'loop$target:::tick { @[arg0] = count(); }
	loop$target:::tick { @all = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
awk -v status=$status '
FILENAME ~ /out$/ && NF == 2 && $2 == 1 && !seen[$1]++ { kept++; next }
FILENAME ~ /out$/ && NF == 1 { all = $1; next }
FILENAME ~ /out$/ && NF { odd = odd " " $0 }
/^dtrace: [0-9]+ aggregation drops? on CPU / { said += $2 }
/^dtrace: aggregations: dropped / { counted = $4 }
END {
	print "kept " kept ", said " said ", counted " counted
	good = !status && all == 5000 && kept > 100 && said == counted && kept + counted == 5000 && odd == ""
	print good ? "ok full" : "not ok full: kept and dropped are not 5000:" odd
}' "$TMP/out" "$TMP/err"

"$DT" -c "$TRIGGERS/loop 5000" -qn 'loop$target:::tick { @[arg0] = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null
bad=$(cat "$TMP/err" && awk 'NF && ($2 != 1 || seen[$1]++) { print "row", $0 } NF { rows++ }
	END { if (rows != 5000) print rows " rows" }' "$TMP/out" | head -n 5)
result room-enough "$bad"

if "$DT" -x features | grep -q '^large_arrays *yes'; then
	"$DT" -c "$TRIGGERS/loop 70000" -x aggsize=$(($(nproc --all) + 8))m -qn 'loop$target:::tick { @[arg0] = count(); }' \
		>"$TMP/out" 2>"$TMP/err" </dev/null
	bad=$(cat "$TMP/err" && awk 'NF && ($2 != 1 || seen[$1]++) { print "row", $0 } NF { rows++ }
		END { if (rows != 70000) print rows " rows" }' "$TMP/out" | head -n 5)
	result more-than-default "$bad"
else
	echo 'skip more-than-default: needs large_arrays'
fi

# a name of its own, so that other runs of the program are not counted
forks=forks_$$
cp "$TRIGGERS/forks" "$TMP/$forks" || exit 1
"$DT" -c "$TMP/$forks 3 3000" -qn "forks*:$forks::work { @[arg1] = count(); }" >"$TMP/out" 2>"$TMP/err" </dev/null
bad=$(cat "$TMP/err" && awk 'NF && ($2 != 4 || seen[$1]++) { print "row", $0 } NF { rows++ }
	END { if (rows != 3000) print rows " rows" }' "$TMP/out" | head -n 5)
result same-keys-at-once "$bad"
