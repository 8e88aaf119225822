#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @alone
# @timeout 200
#
# RUNS (50) runs of every kind, two at a time, killed by SIGKILL at random moments (SEED): no program, map or link is
# left in the kernel, no event in tracefs, no semaphore is set and no process is stopped.
. tests/run/common.inc
RUNS=${RUNS:-50}
SEED=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
echo "SEED=$SEED"

command -v bpftool >/dev/null || {
	echo "skip random-kills: needs bpftool"
	exit 0
}
. tests/run/robust/steady.inc

# the runs: a line for each kind, with the words of dtrace
user='steady$target:::beat { @u[arg0 % 7] = count(); printf("%d\n", arg0); }'
function='pid$target:steady:work:entry, pid$target:steady:work:return { @f[probename, ustack(3)] = count(); }'
kernel='syscall:::entry /pid == $target/ { @k[probefunc] = count(); self->t = timestamp; } profile-97 { @p[cpu] = count(); }
	sched:::on-cpu /pid == $target/ { @s = count(); } tick-100hz { printa(@p); }'
start() {
	case $(($1 % 7)) in
	0) set -- -p $steady -qn "$user" ;;
	1) set -- -p $steady -qn "$function" ;;
	2) set -- -p $steady -qn "$kernel" ;;
	3) set -- -x nouprobemulti -p $steady -qn "$user $function" ;;
	4) set -- -qn 'steady*:::beat { @ = count(); }' ;;
	5) set -- -c "$TMP/steady $TMP/alive" -qn "$user $kernel" ;;
	6) set -- -x nouprobemulti -c "$TMP/steady $TMP/alive" -qn "$user" ;;
	esac
	"$DT" "$@" >/dev/null 2>&1 </dev/null &
}

# the moments: up to 0.4 s after the start, most of them while dtrace starts
awk -v seed="$SEED" -v runs="$RUNS" 'BEGIN { srand(seed); while (runs--) { r = rand(); printf "%.4f\n", 0.4 * r * r } }' >"$TMP/moments"
run=0 killed=0
while read -r moment <&3; do
	start $run
	pid=$!
	start $((run + 1 + run / 7))
	other=$!
	sleep "$moment"
	kill -KILL $pid && killed=$((killed + 1))
	kill -KILL $other && killed=$((killed + 1))
	wait $pid $other 2>/dev/null
	grep -q '^State:[[:space:]]*[SRD]' /proc/$steady/status || echo "not ok run-$run: the process does not run: $(grep State /proc/$steady/status)"
	run=$((run + 1))
done 3<"$TMP/moments"
result killed-runs "$([ $killed = $((2 * RUNS)) ] || echo "only $killed of $((2 * RUNS)) were there to be killed")"

nothing_left 200
no_dead_events
semaphore_is_0
# commands of -c whose dtrace died before they were started end; those that ran have seen that the file is gone
ended commands "$TMP/steady" 200
