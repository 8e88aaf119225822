#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# procsystime: exact numbers of calls, the time of waiting calls, and sums.
. tests/run/tools/common.inc

cat >"$TMP/waits.py" <<'PY'
import os, select
for i in range(100): os.getppid()
for i in range(4): select.select([], [], [], 0.05)
PY
waits="/usr/bin/python3 -S -E $TMP/waits.py"

tool procsystime -c "$waits"
sed -i '${/^$/d;}' "$TMP/out"
result calls "$(awk '$1 == "getppid" && $4 == 100 || $1 == "select" && $4 == 4 || $1 == "pselect6" && $4 == 4 { n++ }
	END { if (n != 2) print n " of 2" }' "$TMP/out")"
# 4 waits of 50 ms
result waits "$(awk '/select/ && $2 < 200000 { print }' "$TMP/out")"
result cpu "$(awk 'NR > 1 && $3 > $2 { print }' "$TMP/out")"
result order "$(awk 'NR > 1 && $1 != "total" { if ($2 < last) print; last = $2 }' "$TMP/out")"
# each time is rounded down to whole microseconds
result sums "$(awk '$1 == "total" { elapsed = $2; cpu = $3; calls = $4; next }
	NR > 1 { n++; e += $2; c += $3; k += $4 }
	END { if (k != calls || e > elapsed || e < elapsed - n || c > cpu || c < cpu - n || $1 != "total") print k, e, c }' "$TMP/out")"
calls=$(awk '$1 == "total" { print $4 }' "$TMP/out")

tool procsystime -P -c "$waits"
awk 'NF { print $1, $4 }' "$TMP/out" >"$TMP/lines" && mv "$TMP/lines" "$TMP/out"
prints process "COMMAND COUNT
python3 $calls
total $calls"
tool procsystime -c "$waits" 1
result intervals "$(awk '$1 == "total" { n += $4 } END { if (n != '"$calls"') print n }' "$TMP/out")"
