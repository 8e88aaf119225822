#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 60
#
# Several runs at once on the same probes of one process: a USDT probe, a function's entry and return, a system call.
# Each sees every firing, in whatever order the others attach and end; no semaphore or breakpoint is left.
. tests/run/common.inc
ROUNDS=3000

cat >"$TMP/shared.d" <<'END'
provider shared { probe beat(int n); };
END
cat >"$TMP/shared.c" <<'END'
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "shared.h"
__attribute__((noinline, noclone)) int work(int n)
{
	__asm__ volatile("" : "+r"(n));
	return n * 2;
}
static void wait_for(const char *path)
{
	while (access(path, F_OK))
		nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
}
/* shared N GO END: N rounds as soon as GO exists; at END: are the probes off? */
int main(int argc, char **argv)
{
	int sum = 0;
	wait_for(argv[2]);
	for (int i = 0; i < atoi(argv[1]); i++) {
		SHARED_BEAT(i);
		sum += work(i);
		sched_get_priority_max(i & 1);
	}
	printf("sum %d\n", sum);
	fflush(stdout);
	wait_for(argv[3]);
	printf("enabled %d\n", !!SHARED_BEAT_ENABLED());
	return argc < 4;
}
END
made shared

"$TMP/shared" $ROUNDS "$TMP/go" "$TMP/end" >"$TMP/said" &
victim=$!
wait_for runs $victim "$TMP/shared"

all='BEGIN { printf("go\n"); }
	shared$target:::beat { @["beat"] = count(); @sums["beat"] = sum(arg0); }
	pid$target:shared:work:entry { @["entry"] = count(); @sums["entry"] = sum(arg0); }
	pid$target:shared:work:return { @["return"] = count(); @sums["return"] = sum(arg1); }
	syscall::sched_get_priority_max:entry /pid == $target/ { @["call"] = count(); @sums["call"] = sum(arg0); }
	syscall::sched_get_priority_max:return /pid == $target/ { @["back"] = count(); }'
# start NAME STATUS PROGRAM OPTION...
start() {
	name=$1 program=$2
	shift 2
	: >"$TMP/out.$name"
	env --default-signal=INT "$DT" "$@" -p $victim -qn "$program" >"$TMP/out.$name" 2>"$TMP/err.$name" </dev/null &
	eval "tracer_$name=$!"
}
start multi "$all"
start again "$all"
start events "$all" -x nouprobemulti
# ends on its own while the others count
start leaves 'BEGIN { printf("go\n"); } shared$target:::beat /arg0 == 1000/ { exit(0); }
	pid$target:shared:work:entry { @ = count(); }'
start records 'BEGIN { printf("go\n"); } shared$target:::beat { printf("%d\n", arg0); }' -x switchrate=10ms
for name in multi again events leaves records; do
	wait_for test -s "$TMP/out.$name"
done
: >"$TMP/go"
wait $tracer_leaves
status=$?
wait_for grep -q sum "$TMP/said"
result leaves "$([ $status = 0 ] || echo "status $status")$(cat "$TMP/err.leaves")"

cat >"$TMP/wanted.all" <<END
back $ROUNDS
beat $ROUNDS
beat $((ROUNDS * (ROUNDS - 1) / 2))
call $((ROUNDS / 2))
call $ROUNDS
entry $ROUNDS
entry $((ROUNDS * (ROUNDS - 1) / 2))
go
return $ROUNDS
return $((ROUNDS * (ROUNDS - 1)))
--
END
# Since Linux 6.13 the program of a system call can be preempted, and other threads of its CPU miss their firings until it
# goes on: the number of calls may be too small by the missed firings that dtrace reports.
lines() {
	missed=$(sed -n 's/^dtrace: \([0-9]*\) missed firings\{0,1\} .*/\1/p' "$2" | awk '{ n += $1 } END { print n + 0 }')
	awk -v missed="$missed" -v rounds=$ROUNDS '
	!NF { next }
	$1 == "call" || $1 == "back" {
		want = $2 > rounds / 2 ? rounds : rounds / 2
		if ($2 < want && $2 + missed >= want)
			$2 = want
	}
	{ $1 = $1; print }' "$1" | LC_ALL=C sort
}
{
	echo go
	seq 0 $((ROUNDS - 1))
	printf '\n\n--\n'
} >"$TMP/wanted.records"
for name in multi again events records; do
	eval "pid=\$tracer_$name"
	kill -INT $pid
	wait $pid
	status=$?
	cp "$TMP/err.$name" "$TMP/err"
	if [ $name = records ]; then
		cp "$TMP/out.$name" "$TMP/out"
		cp "$TMP/wanted.records" "$TMP/wanted"
	else
		lines "$TMP/out.$name" "$TMP/err" >"$TMP/out"
		cp "$TMP/wanted.all" "$TMP/wanted"
	fi
	same $name $status 0
done
: >"$TMP/end"
wait $victim
printf 'sum %d\nenabled 0\n' $((ROUNDS * (ROUNDS - 1))) | diff - "$TMP/said"
result process "$([ $? = 0 ] || echo "other results, or its semaphore is set")"
