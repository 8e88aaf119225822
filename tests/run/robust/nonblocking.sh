#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# Another process with the same pipe has made it non-blocking, as ssh and node do with a terminal, and the reader is slow:
# dtrace waits, and nothing is lost. (dd sets the flag of the pipe that it shares with dtrace.)
. tests/run/common.inc

for form in text json; do
	rm -f "$TMP/ended"
	{
		dd oflag=nonblock count=0 </dev/null 2>"$TMP/dd"
		"$DT" -qx bufsize=4m -x oformat=$form -n 'loop*:::tick /progenyof($target)/ { printf("tick %d\n", arg0); }
			END { printf("ended\n"); }' -c "sh -c '\"$TRIGGERS/loop\" 20000; : >\"$TMP/ended\"'" -Z -x objects="$TRIGGERS/loop" \
			2>"$TMP/err" </dev/null
		echo "status $?" >>"$TMP/err"
	} | {
		read -r first
		wait_for [ -e "$TMP/ended" ]
		echo "$first"
		cat
	} >"$TMP/out"
	cat "$TMP/err" >>"$TMP/out"
	bad=$(awk '/tick/ { if (match($0, /tick [0-9]+/) && substr($0, RSTART + 5, RLENGTH - 5) + 0 != cnt++) odd++; next }
		/ended|status 0/ { ends++; next }
		/"type":"(start|end)"/ || !NF { next } { print }
		END { if (cnt != 20000 || odd || ends != 2) print cnt + 0 " ticks, " odd + 0 " out of order, " ends + 0 " ends" }' \
		"$TMP/out" | head -n 3)
	result "$form" "$bad"
done
