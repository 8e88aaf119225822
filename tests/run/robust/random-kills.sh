#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @alone
# @timeout 200
#
# RUNS (50) runs of every kind, two at a time, killed by SIGKILL at random moments (SEED): no program, map or link
# stays in the kernel, no event of tracefs once the next run has swept, no semaphore is set and no process stopped.
. tests/run/common.inc
RUNS=${RUNS:-50}
SEED=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
echo "SEED=$SEED"

command -v bpftool >/dev/null || {
	echo "skip random-kills: needs bpftool"
	exit 0
}
# ids of all objects, and those that some process holds: by a descriptor, or by a program or link that it holds
objects() {
	bpftool prog show | sed -n 's/^\([0-9]*\): .* name \([^ ]*\) .*/prog \1 \2/p; s/^.*map_ids /uses /p'
	bpftool map show | sed -n 's/^\([0-9]*\): .* name \([^ ]*\) .*/map \1 \2/p'
	bpftool link show | sed -n 's/^\([0-9]*\): \([^ ]*\) .*/link \1 \2/p'
}
left() {
	cat /proc/[0-9]*/task/[0-9]*/fdinfo/* 2>/dev/null |
		awk '/^(prog|map|link)_id:/ { sub(/_id:/, "", $1); print "held", $1, $2 }' >"$TMP/held"
	objects >"$TMP/objects"
	awk -v before="$TMP/before" '
	BEGIN { while ((getline <before) > 0) old[$1 " " $2] = 1 }
	$1 == "held" { held[$2 " " $3] = 1; next }
	$1 == "prog" { prog = $1 " " $2 }
	$1 == "uses" { if (prog in held) { n = split($2, ids, ","); while (n) held["map " ids[n--]] = 1 }; next }
	!(($1 " " $2) in old) { name[$1 " " $2] = $3 }
	END { for (id in name) if (!(id in held)) print id, name[id] }' "$TMP/held" "$TMP/objects"
}
objects >"$TMP/before"
none_left() { [ -z "$(left)" ]; }

cat >"$TMP/steady.d" <<'END'
provider steady { probe beat(int n); };
END
cat >"$TMP/steady.c" <<'END'
#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "steady.h"
__attribute__((noinline, noclone)) int work(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n + 1;
}
/* steady FILE: beats while FILE is there, then says whether somebody listens */
int main(int argc, char **argv)
{
	int n = argc;
	while (!access(argv[1], F_OK)) {
		STEADY_BEAT(n);
		n = work(n);
		sched_get_priority_max(0);
		nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
	}
	printf("%d\n", !!STEADY_BEAT_ENABLED());
	return 0;
}
END
made steady
: >"$TMP/alive"
"$TMP/steady" "$TMP/alive" >"$TMP/said" &
victim=$!
wait_for runs $victim "$TMP/steady"

# what is run: a kind for each, with the words of dtrace
user='steady$target:::beat { @u[arg0 % 7] = count(); printf("%d\n", arg0); }'
function='pid$target:steady:work:entry, pid$target:steady:work:return { @f[probename, ustack(3)] = count(); }'
kernel='syscall:::entry /pid == $target/ { @k[probefunc] = count(); self->t = timestamp; } profile-97 { @p[cpu] = count(); }
	sched:::on-cpu /pid == $target/ { @s = count(); } tick-100hz { printa(@p); }'
start() {
	case $(($1 % 7)) in
	0) set -- -p $victim -qn "$user" ;;
	1) set -- -p $victim -qn "$function" ;;
	2) set -- -p $victim -qn "$kernel" ;;
	3) set -- -x nouprobemulti -p $victim -qn "$user $function" ;;
	4) set -- -qn 'steady*:::beat { @ = count(); }' ;;
	5) set -- -c "$TMP/steady $TMP/alive" -qn "$user $kernel" ;;
	6) set -- -x nouprobemulti -c "$TMP/steady $TMP/alive" -qn "$user" ;;
	esac
	"$DT" "$@" >/dev/null 2>&1 </dev/null &
}

# the moments: up to 0.4 s behind the start, most of them while it starts
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
	grep -q '^State:[[:space:]]*[SRD]' /proc/$victim/status || echo "not ok run-$run: the process does not run: $(grep State /proc/$victim/status)"
	run=$((run + 1))
done 3<"$TMP/moments"
result killed-runs "$([ $killed = $((2 * RUNS)) ] || echo "only $killed of $((2 * RUNS)) were there to be killed")"

# one more that surely traces when it is killed, by events of tracefs
"$DT" -x nouprobemulti -p $victim -qn "$user" >"$TMP/out" 2>&1 </dev/null &
pid=$!
wait_for test -s "$TMP/out"
kill -KILL $pid
wait $pid 2>/dev/null

# the kernel frees them a moment after the last descriptor is closed
tries=0
while ! none_left && [ $tries -lt 200 ]; do
	sleep 0.05
	tries=$((tries + 1))
done
result nothing-in-the-kernel "$(left | head -5)"

# of the runs without uprobe_multi names stay behind, of events that are off; the next run that makes some sweeps them
mkdir "$TMP/tracing"
dead_events() {
	unshare -m sh -c 'mount -t tracefs tracefs "$1" && cd "$1" && sed -n "s|^p:\(dtrace_[0-9]*/[^ ]*\) .*|\1|p" uprobe_events |
		sort -u | while read -r event; do
			pid=${event#dtrace_}
			[ -e /proc/${pid%%/*} ] || echo "$event $(cat "events/$event/enable")"
		done' sh "$TMP/tracing"
}
dead_events >"$TMP/dead"
result events-are-off "$(grep -v ' 0$' "$TMP/dead" | head -3)"
echo "$(wc -l <"$TMP/dead") names of events were left"
expect sweeps 0 -x nouprobemulti -c "$TRIGGERS/loop 10" -qn 'loop$target:::tick { @ = count(); }' <<'END'

               10
--
END
result swept "$(dead_events | head -3)"
rm "$TMP/alive"
wait $victim
result semaphore "$([ "$(cat "$TMP/said")" = 0 ] || echo "says $(cat "$TMP/said")")"
# commands of -c whose dtrace died before they began end, those that ran have seen the file go
ended commands "$TMP/steady" 200
