#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
# @waits
#
# A tick whose record takes ten times its period to be worked off: each pass of the reader is ten times as long as the one
# before. ^C, or the end of the process, stops the probes at once nevertheless; what was recorded by then is worked off.
. tests/run/common.inc

slow='BEGIN { ticks = 0; } tick-5ms { ticks++; last = walltimestamp; system("date +%%s%%N >>'"$TMP"'/ran; sleep 0.05"); }
	END { printf("%d %d\n", ticks, last); }'

# in_backlog: until a pass with many records has begun
in_backlog() {
	until [ -s "$TMP/ran" ] && [ "$(wc -l <"$TMP/ran")" -ge 12 ]; do
		kill -0 $tracer || exit 1
		sleep 0.01
	done
}

# stopped NAME RECORDS: no more than a second of ticks after so many records that were worked off after $asked, however
# long these took; none is lost
stopped() {
	wait $tracer
	status=$?
	asked=$(awk -v asked=$asked -v records="$2" 'BEGIN { last = asked }
		$1 > asked && n++ < records { last = $1 } END { print last }' "$TMP/ran")
	result "$1" "$(awk -v status=$status -v asked="$asked" -v ran="$(wc -l <"$TMP/ran")" '
		NF { late = ($2 - asked) / 1e9; if (late > 1) print "last tick after", late, "s"; if ($1 != ran) print $1, "ticks,", ran, "ran" }
		END { if (!NR || status) print "status", status }' "$TMP/out"; grep . "$TMP/err")"
}

: >"$TMP/ran"
"$DT" -qwn "$slow" >"$TMP/out" 2>"$TMP/err" &
tracer=$!
in_backlog
asked=$(date +%s%N)
kill -TERM $tracer
stopped signal 0

: >"$TMP/ran"
mkfifo "$TMP/fifo"
cat "$TMP/fifo" >"$TMP/null" &
traced=$!
exec 8>"$TMP/fifo"
"$DT" -qw -x switchrate=1ms -p $traced -n "$slow" >"$TMP/out" 2>"$TMP/err" 8>&- &
tracer=$!
in_backlog
asked=$(date +%s%N)
exec 8>&-
stopped process 2 # the one at which the end is seen may be the second
