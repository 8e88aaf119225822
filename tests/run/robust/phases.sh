#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 120
#
# dtrace is killed by SIGKILL at its first, second ... call of bpf(2), of perf_event_open(2), of poll(2) and of ppoll(2),
# until it gets through: a process of -p goes on, not stopped, its semaphores are 0 and nothing is attached; the command
# of -c has either not run at all or runs to its end. STEP=5: after the fourth at each fifth call.
. tests/run/common.inc

command -v strace >/dev/null || {
	echo "skip phases: needs strace"
	exit 0
}
cat >"$TMP/steady.d" <<'END'
provider steady { probe beat(int n); };
END
cat >"$TMP/steady.c" <<'END'
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "steady.h"
/* steady FILE: beats while FILE exists; each time it appears again, prints whether the semaphore is set */
int main(int argc, char **argv)
{
	struct timespec ms = { 0, 1000000 };
	for (int i = 0; !access(argv[1], F_OK); i++) {
		if (argc > 2 && !access(argv[2], F_OK)) {
			printf("%d\n", !!STEADY_BEAT_ENABLED());
			fflush(stdout);
			unlink(argv[2]);
		}
		if (STEADY_BEAT_ENABLED())
			STEADY_BEAT(i);
		nanosleep(&ms, NULL);
	}
	return 0;
}
END
made steady

: >"$TMP/alive"
"$TMP/steady" "$TMP/alive" "$TMP/ask" >"$TMP/said" &
victim=$!
wait_for runs $victim "$TMP/steady"
gone() { [ ! -e "$1" ]; }

# killed CALL N WORD...: status of dtrace, killed at its call N
killed() {
	call=$1 number=$2
	shift 2
	under_strace -qq -o /dev/null -e trace="$call" -e inject="$call":signal=SIGKILL:when="$number" "$DT" "$@" \
		>"$TMP/out" 2>"$TMP/err" </dev/null
}

# Then the semaphore is 0. A process that lists the links of the whole machine holds each for a moment: retry for 0.5 s
unset_semaphore() {
	for try in $(seq 500); do
		: >"$TMP/ask"
		wait_for gone "$TMP/ask"
		[ "$(tail -n 1 "$TMP/said")" = 1 ] || return 0
	done
	return 1
}

following() { number=$((number + (number < 4 ? 1 : ${STEP:-1}))); }

# by_pid CALL LEAST: until a run is not killed any more, which is after more than LEAST runs
by_pid() {
	number=0 bad=
	while :; do
		following
		killed "$1" $number -p $victim -qn 'steady$target:::beat { exit(0); }' && break
		unset_semaphore || bad="$bad semaphore is set"
		grep -q '^State:[[:space:]]*[SRD]' /proc/$victim/status || bad="$bad stopped at $number"
		[ $number -lt 200 ] || bad="no end"
		[ -z "$bad" ] || break
	done
	[ $number -gt "$2" ] || bad="$bad only $number runs: no test"
	result "process-$1" "$bad"
}

# command CALL: the same; the command writes a mark at its start and at its end, to a file of its own, as it may start late
printf '#!/bin/sh\necho begin >>"$1"\necho end >>"$1"\n' >"$TMP/marks"
chmod +x "$TMP/marks"
by_command() {
	number=0 bad=
	while :; do
		following
		mark=$TMP/mark.$1.$number
		: >"$mark"
		killed "$1" $number -c "$TMP/marks $mark" -qn 'BEGIN { x = 1; } steady*:steady_none::beat { }' -Z && break
		wait_for both_or_none
		[ $number -lt 200 ] || bad="no end"
		[ -z "$bad" ] || break
	done
	[ "$(cat "$mark")" = "$(printf 'begin\nend')" ] || bad="$bad at last: $(cat "$mark")"
	for mark in "$TMP/mark.$1".*; do
		wait_for both_or_none
		case $(cat "$mark") in '' | "$(printf 'begin\nend')") ;; *) bad="$bad $mark: $(cat "$mark")" ;; esac
	done
	result "command-$1" "$bad"
}
both_or_none() { [ "$(wc -l <"$mark")" != 1 ]; }

for call in bpf perf_event_open poll ppoll; do
	# its waits are some of each of these two
	case $call in *poll) least=1 ;; *) least=2 ;; esac
	by_pid $call $least
	by_command $call
done
rm "$TMP/alive"
wait $victim
