#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 180
#
# SIGHUP, SIGTERM and SIGINT in each phase of a run, once and repeatedly: during the start they are deferred, then END
# runs and everything is printed with status 0; a second SIGTERM or SIGINT ends dtrace at once; two SIGHUPs count as one.
. tests/run/common.inc

command -v strace >/dev/null || {
	echo "skip signals: needs strace"
	exit 0
}
script='BEGIN { @ = count(); } END { printf("end\n"); }'
number() { kill -l "$1"; }
# sanitizers can't search for leaks under strace
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

# at NAME SIGNAL WHEN: at the calls WHEN of bpf(2) (`7`: once, `7+`: from there on)
at() {
	env --default-signal=HUP,TERM,INT strace -qq -o /dev/null -e trace=bpf -e inject=bpf:signal=SIG$2:when=$3 \
		"$DT" -qn "$script" -c true >"$TMP/out" 2>"$TMP/err" </dev/null
	status=$?
	end=$(echo $(cat "$TMP/out"))
	case $status in
	0) [ "$end" = 'end 1' ] || bad="$bad at $3: printed $end" ;;
	$((128 + $(number $2))))
		# before the run began; by a second signal; after everything was printed
		case $2-$3-$end in HUP-*+-*) bad="$bad at $3: ended by a second SIGHUP" ;; esac
		;;
	*) bad="$bad at $3: status $status" ;;
	esac
	[ ! -s "$TMP/err" ] || bad="$bad at $3: $(cat "$TMP/err")"
}
calls=$(strace -qq -e trace=bpf -o "$TMP/calls" "$DT" -qn "$script" -c true >/dev/null 2>&1; wc -l <"$TMP/calls")
for signal in HUP TERM INT; do
	bad=
	for n in $(seq 3 7 "$calls"); do
		at "$signal" $signal "$n"
		at "$signal" $signal "$n+"
	done
	result "$signal" "$bad"
done

# Attaching takes a minute: SIGTERM ends dtrace meanwhile, the command of -c has not run, and nothing stays behind.
strace -f -qq -o /dev/null -e trace=recvmsg -e inject=recvmsg:delay_enter=60000000:when=1 \
	"$DT" -qn 'loop$target:::tick { @ = count(); }' -c "$TRIGGERS/loop 10" >"$TMP/out" 2>&1 </dev/null &
strace=$!
children() { echo $(cat "/proc/$1/task/$1/children" 2>/dev/null); }
# strace has other children before, by which it finds out what the kernel can do
dtrace_runs() { dtrace=$(children $strace); [ "$dtrace" ] && runs "$dtrace" "$DT"; }
has_children() { set -- $2 $(children "$1"); [ $# -gt "$1" ]; }
wait_for dtrace_runs
wait_for has_children $dtrace 2 # the command, and the process that attaches
start=$(date +%s)
others=$(children $dtrace)
kill -TERM $dtrace
gone() { [ ! -e "/proc/$1" ]; }
wait_for gone $dtrace
took=$(($(date +%s) - start))
kill -KILL $strace # which waits otherwise
wait $strace 2>/dev/null
for other in $others; do wait_for gone "$other"; done
result attaching "$([ $took -lt 30 ] || echo "ended after $took s")$(cat "$TMP/out")"

# Both the shell and the kernel send SIGHUP when a terminal is closed; a run that ignores it (nohup) goes on.
: >"$TMP/out"
env --default-signal=HUP "$DT" -qn 'BEGIN { printf("go\n"); } tick-1ms { n++; } END { printf("end\n"); }' >"$TMP/out" 2>"$TMP/err" &
pid=$!
wait_for grep -q go "$TMP/out"
kill -HUP $pid
kill -HUP $pid 2>/dev/null
wait $pid
status=$?
printf 'go\n\nend\n\n--\n' >"$TMP/wanted"
same hangup $status 0
: >"$TMP/out"
env --ignore-signal=HUP "$DT" -qn 'BEGIN { printf("go\n"); } tick-1ms /$1 == 1/ { n++; } tick-100ms /n/ { exit(3); }' 1 >"$TMP/out" 2>"$TMP/err" &
pid=$!
wait_for grep -q go "$TMP/out"
kill -HUP $pid
wait $pid
status=$?
printf 'go\n\n--\n' >"$TMP/wanted"
same ignored $status 3

# two different signals that arrive while dtrace does not run are one request
: >"$TMP/out"
env --default-signal=HUP,INT,TERM "$DT" -qn 'BEGIN { printf("go\n"); } tick-1ms { n++; } END { printf("end\n"); }' >"$TMP/out" 2>"$TMP/err" &
pid=$!
wait_for grep -q go "$TMP/out"
kill -STOP $pid
wait_for grep -q '^State:[[:space:]]*T' /proc/$pid/status
kill -INT $pid
kill -TERM $pid
kill -HUP $pid
kill -CONT $pid
wait $pid
status=$?
printf 'go\n\nend\n\n--\n' >"$TMP/wanted"
same together $status 0
