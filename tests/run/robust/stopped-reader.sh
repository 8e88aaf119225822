#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @waits
#
# The reader of the output is stopped (SIGSTOP) until the pipe is full: dtrace waits for it without growing, drops the
# records that its buffers can't hold and reports how many. SIGTERM ends the tracing, and everything is written when the
# reader continues; a second SIGTERM ends dtrace at once.
. tests/run/common.inc

# started FORM: $dtrace writes to a pipe whose reader, $reader, has stopped itself
started() {
	rm -f "$TMP/pipe"
	mkfifo "$TMP/pipe"
	sh -c 'exec 4<"$1"; kill -STOP $$; exec cat <&4' sh "$TMP/pipe" >"$TMP/out" &
	reader=$!
	"$DT" -qx oformat="$1" -x bufsize=64k -x switchrate=10ms -n 'BEGIN { printf("go\n"); }
		tick-1ms { printf("rec %d %01000d\n", ++n, n); @n[n % 500, stack()] = count(); @q = quantize(n); }
		END { printf("n %d\n", n); }' >"$TMP/pipe" 2>"$TMP/err" &
	dtrace=$!
}
is_stopped() { grep -q '^State:[[:space:]]*T' "/proc/$reader/status"; }
blocks() { grep -q pipe_write "/proc/$dtrace/wchan" || ! kill -0 $dtrace; }
rss_kb() { awk '/^VmRSS:/ { print $2 }' "/proc/$dtrace/status"; }
second() { "$DT" -qn 'tick-1s { exit(0); }' >/dev/null 2>&1 </dev/null; }

for form in text json folded prom flame heat; do
	started $form
	wait_for is_stopped
	case $form in
	text | json) wait_for blocks ;;
	*) # they write at the end, and first get 500 keys
		second
		second
		[ "${SLOW:-1}" = 1 ] || { second; second; }
		;;
	esac
	before=$(rss_kb)
	second
	after=$(rss_kb)
	why=
	[ $((after - before)) -lt 1024 ] || why="grows from $before to $after KB in a second;"
	kill -TERM $dtrace
	[ $form = heat ] || wait_for blocks # a heat map fits into the pipe
	kill -CONT $reader
	wait $dtrace
	status=$?
	wait $reader
	[ $status = 0 ] || why="$why status $status $(cat "$TMP/err");"
	dropped=$(awk '/ drops? on CPU / { sum += $2 } END { print sum + 0 }' "$TMP/err")
	case $form in
	text)
		n=$(sed -n 's/^n //p' "$TMP/out")
		records=$(grep -c '^rec ' "$TMP/out")
		[ "$((records + dropped))" = "$n" ] && [ "$dropped" -gt 0 ] || why="$why $records records and $dropped drops of $n"
		;;
	json)
		n=$(sed -n 's/.*"n \([0-9]*\)\\n".*/\1/p' "$TMP/out")
		records=$(grep -c '"rec [0-9]* 0' "$TMP/out")
		[ "$((records + dropped))" = "$n" ] && [ "$dropped" -gt 0 ] || why="$why $records records and $dropped drops of $n"
		[ "$(tail -n 1 "$TMP/out" | cut -c1-13)" = '{"type":"end"' ] || why="$why no end"
		;;
	folded) grep -qv ' [1-9][0-9]*$' "$TMP/out" && why="$why half a line" ;;
	prom) tail -n 1 "$TMP/out" | grep -q '^dtrace_run_' || why="$why no end" ;;
	*) [ "$(tail -n 1 "$TMP/out")" = '</svg>' ] || why="$why no end" ;;
	esac
	result $form "$why"
done

started text
wait_for is_stopped
wait_for blocks
kill -TERM $dtrace
# the handler of SIGTERM (15) removes itself
taken() { [ $((0x$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$dtrace/status") >> 14 & 1)) = 0 ]; }
wait_for taken
kill -TERM $dtrace
wait $dtrace
result second-signal "$([ $? = 143 ] || echo "status $?")"
kill -KILL $reader
