#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
# @waits
#
# Programs that filter system calls, before they are traced and at random moments while they are (SEED): they are
# never ended by what a tracer asks of them, and are counted exactly. Signals come exactly once each while memory is
# made. A program that has a tracer of ptrace(2) is told of, and asked when that has left.
. tests/run/direct/direct.inc
SEED=${SEED:-$(od -An -N2 -tu2 /dev/urandom | tr -d ' ')}
echo "SEED=$SEED"
direct_made seccomp
direct_made storm
count='BEGIN { printf("go\n"); } storm$target:::tick { @ = count(); }'

# why NAME MESSAGE: the reason that -v gives
why() { equals "$1" "$(sed -n "s/^dtrace: direct probes of process $storm (storm) are traced through the kernel: //p" "$TMP/err")" "$2"; }
settled() { grep -q 'through the kernel\|by itself' "$TMP/err" || ! kill -0 $dtrace 2>/dev/null; }
asked_again() {
	ask t 1 1 100000
	grep -q "process $storm runs 1 probes of storm by itself" "$TMP/err" || ! kill -0 $dtrace 2>/dev/null
}
got() { tr -d ' \n' <"$TMP/out"; }

for mode in strict filter; do
	start "$TMP/seccomp" $mode
	read -r fired <&4
	trace -q -p $storm -n "$count"
	wait_for settled
	echo 1000 >&3
	read -r fired <&4
	stop_tracing
	exec 3>&- 4<&-
	wait $storm
	equals $mode-status $? 0
	equals $mode-exact "$(got)" "$fired"
	why $mode 'it has a filter of system calls (seccomp)'
done

# ---- at random moments: one dtrace for all, and one for each
trace -q -n 'BEGIN { printf("go\n"); } storm*:seccomp'$mine'::tick { @ = count(); }' -x objects="$TMP/seccomp$mine"
bad='' sum=0 i=0
while [ $i -lt 8 ]; do
	n=$("$TMP/seccomp$mine" both $((SEED + i))) || bad="$bad $i: status $?"
	sum=$((sum + n))
	i=$((i + 1))
done
stop_tracing
result random "$bad"
equals random-exact "$(got)" "$sum"
result random-direct "$([ "$(direct_cnt)" -gt 0 ] || echo "$(direct_cnt) processes ran their clauses")"
bad='' went=0
while [ $i -lt 20 ]; do
	"$DT" -x debug -q -c "$TMP/seccomp$mine both $((SEED + i))" -n 'storm*:seccomp'$mine'::tick { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null ||
		bad="$bad $i: $(cat "$TMP/err")"
	went=$((went + $(direct_cnt)))
	[ "$(awk 'NF { if (n) same = n == $1; n = $1 } END { print same }' "$TMP/out")" = 1 ] || bad="$bad $i: $(cat "$TMP/out")"
	i=$((i + 1))
done
result random-each "$bad"
result random-each-direct "$([ $went -gt 0 ] || echo "$went processes ran their clauses")"

# ---- a child that has a copy of the request, and runs when nobody is attached to it any more
"$DT" -x debug -q -c "$TMP/seccomp$mine late 5" -n 'storm*:seccomp'$mine'::tick { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null
equals late-status $? 0
equals late "$(grep . "$TMP/out" | tr -d ' ' | sed -n '2,3p' | tr '\n' ' ')" "5 5 "
result late-seen "$([ "$(head -n 1 "$TMP/out")" -gt 0 ] || cat "$TMP/out")"

# ---- its helper is killed while it asks
"$DT" -v -q -c "$TMP/seccomp$mine alone 1000" -n 'storm$target:::tick { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null
equals alone-status $? 0
equals alone "$(grep -E '^ *[0-9]+$' "$TMP/out" | tr -d ' \n')" "10001000"
result alone-reason "$(grep -q "through the kernel: .*Interrupted" "$TMP/err" || cat "$TMP/err")"

# ---- signals: sessions begin and end meanwhile, each with a helper that is attached to the program
mkfifo "$TMP/more"
"$TMP/seccomp" signals 10000 <"$TMP/more" >"$TMP/said" &
storm=$!
exec 9>"$TMP/more"
wait_for test -s "$TMP/said"
sessions=0 failed=
while [ $sessions -lt 20 ]; do
	"$DT" -x debug -q -p $storm -n 'storm$target:::tick { @ = count(); } tick-50ms { exit(0); }' >"$TMP/out" 2>"$TMP/err" </dev/null ||
		failed="$failed $?"
	sessions=$((sessions + 1))
done
exec 9>&-
wait $storm
equals signals-status $? 0
equals signals "$(sed -n 2p "$TMP/said")" "1 1 1"
equals signals-sessions "$failed" ""

# ---- a debugger
for tool in gdb strace; do
	command -v $tool >/dev/null || { echo "skip $tool: needs $tool"; continue; }
	start_storm
	if [ $tool = gdb ]; then
		gdb -q -batch -p $storm -ex 'printf "attached\n"' -ex continue >"$TMP/tool" 2>&1 </dev/null &
	else
		under_strace -o /dev/null -p $storm >"$TMP/tool" 2>&1 &
	fi
	other=$!
	wait_for grep -q '^TracerPid:[[:space:]]*[1-9]' /proc/$storm/status
	[ $tool = strace ] || wait_for grep -q attached "$TMP/tool"
	trace -q -p $storm -n "$count"
	ask t 1 100 100000
	wait_for settled
	ask t 1 1000 100000
	if [ $tool = strace ]; then
		# it leaves, and is not there when dtrace looks again
		kill "$(sed -n 's/^TracerPid:[[:space:]]*//p' /proc/$storm/status)"
		wait_for asked_again
		ask t 1 1000 100000
	fi
	stop_tracing
	equals $tool-exact "$(got)" "$ticks"
	why $tool 'it has a debugger or another tracer of ptrace(2)'
	end_storm $tool-ended
	wait $other || true # strace has ended by the signal
done
