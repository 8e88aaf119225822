#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @alone
# @timeout 100
#
# Fifty runs are killed, half of them while they start, half while they trace: no program, link, event or breakpoint is
# left.
. tests/run/common.inc

command -v bpftool >/dev/null || {
	echo "skip leftovers: needs bpftool"
	exit 0
}
events=/sys/kernel/tracing/uprobe_events

# ids of programs with our names that were loaded since $before
ours() {
	bpftool prog show | awk -v before="${before:-0}" '
	/^[0-9]+:/ && / name (usdt|BEGIN|END) / && $1 + 0 > before { printf "%d ", $1 }'
}
last_program() { bpftool prog show | awk '/^[0-9]+:/ { last = $1 + 0 } END { print last + 0 }'; }
before=$(last_program)

"$TRIGGERS/loop" 1000 "$TMP/never" &
victim=$!
wait_for runs $victim "$TRIGGERS/loop"
runs=0 killed=0 seen=0
while [ $runs -lt 50 ]; do
	: >"$TMP/out"
	"$DT" -p $victim -qn 'BEGIN { printf("go\n"); } loop$target:::tick, loop$target:::done { @[arg0] = count(); }' \
		>"$TMP/out" 2>/dev/null </dev/null &
	pid=$!
	[ $((runs % 2)) = 0 ] && wait_for test -s "$TMP/out" && [ -n "$(ours)" ] && seen=$((seen + 1))
	kill -KILL $pid && killed=$((killed + 1))
	wait $pid 2>/dev/null
	runs=$((runs + 1))
done
bad=''
[ $killed = 50 ] || bad="only $killed were there to be killed"
[ $seen = 25 ] || bad="$bad programs of $seen sessions seen"
# the kernel frees programs a moment after the last link; sessions of others end at some time
tries=0
while [ -n "$(ours)" ] && [ $tries -lt 500 ]; do
	sleep 0.01
	tries=$((tries + 1))
done
[ -z "$(ours)" ] || bad="$bad programs stay: $(ours)"
[ ! -r $events ] || ! grep dtrace $events >"$TMP/events" || bad="$bad events stay: $(head -3 "$TMP/events")"
: >"$TMP/never"
echo go >"$TMP/never"
result killed-runs "$bad"
wait

# the file can still be traced normally, and no site of the process has kept its breakpoint
expect traced-again 0 -c "$TRIGGERS/loop 10" -qn 'loop$target:::tick { @ = count(); }' <<'END'

               10
--
END

# commands that wait for a killed dtrace end, too
runs=0
while [ $runs -lt 20 ]; do
	"$DT" -c "$TRIGGERS/loop 10" -qn 'loop$target:::tick { @ = count(); }' >/dev/null 2>&1 </dev/null &
	kill -KILL $!
	wait $! 2>/dev/null
	runs=$((runs + 1))
done
# before its exec, a child is still a dtrace
ended no-command-waits "$(readlink -f "$DT")" 100
