#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
# @timeout 30
#
# A process whose main thread has ended while others go on, before and during tracing, and a process whose program
# another thread replaces.
. tests/run/common.inc

cat >"$TMP/leader.c" <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "gate.h"
#include "leader.h"
static char **words;
static pthread_t main_thread;
/* "often START READY N": as "after", when READY has content; then it executes itself N times */
static void execute_again(int cnt)
{
	char rest[16];
	snprintf(rest, sizeof(rest), "%d", cnt - 1);
	if (cnt)
		execl(words[0], words[0], words[1], words[2], words[3], rest, NULL);
}
static void *second(void *arg)
{
	wait_for_text(words[2]);
	if (words[1][0] == 'a' || words[1][0] == 'o')
		pthread_join(main_thread, NULL);
	if (words[1][0] == 'o') {
		wait_for_text(words[3]);
		/* a link that is one too many is made in that time */
		usleep(200000);
	}
	for (int i = 0; i < 100; i++)
		LEADER_WORK(i);
	if (words[1][0] == 'e')
		execv(words[3], words + 3);
	if (words[1][0] == 'o')
		execute_again(atoi(words[4]));
	exit(0);
}
int main(int argc, char **argv)
{
	pthread_t thread;
	words = argv;
	main_thread = pthread_self();
	pthread_create(&thread, NULL, second, NULL);
	if (argv[1][0] == 'a' || argv[1][0] == 'o')
		wait_for_text(argv[2]);
	if (argv[1][0] != 'e')
		pthread_exit(NULL);
	pthread_join(thread, NULL);
	return argc;
}
END
echo 'provider leader { probe work(int n); };' >"$TMP/leader.d"
made leader -lpthread

"$TMP/leader" leaves "$TMP/out" &
pid=$!
leader_is_gone() { grep -q '^[0-9]* (leader) Z' "/proc/$pid/stat"; }
wait_for leader_is_gone
cat >"$TMP/wanted" <<'END'
go

              100
--
END
"$DT" -p $pid -qn 'BEGIN { printf("go\n"); } leader$target:::work { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
[ -s "$TMP/out" ] || echo let it end >"$TMP/out"
wait
same main-thread-gone $status 0

rm "$TMP/out"
"$TMP/leader" after "$TMP/out" &
pid=$!
wait_for runs $pid "$TMP/leader"
"$DT" -p $pid -qn 'BEGIN { printf("go\n"); } leader$target:::work { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
wait
# without uprobe_multi the links are made again, and firings until then are not traced (docs/limits.md)
if "$DT" -x features | grep -q '^uprobe_multi  *yes'; then
	same main-thread-leaves $status 0
else
	echo "skip main-thread-leaves: needs uprobe_multi"
fi

rm "$TMP/out"
"$TMP/leader" exec "$TMP/out" "$TRIGGERS/loop" 10 &
pid=$!
wait_for runs $pid "$TMP/leader"
"$DT" -p $pid -qn 'BEGIN { printf("go\n"); } leader$target:::work { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null
status=$?
wait
same other-thread-execs $status 0

# the main thread ends again and again: the links are made again only once
if [ "$("$DT" -x features | awk '$1 == "perf_uprobe" { print $2 }')" = yes ]; then
	"$TMP/leader" often "$TMP/start" "$TMP/ready" 3 &
	pid=$!
	wait_for runs $pid "$TMP/leader"
	: >"$TMP/out" >"$TMP/err"
	"$DT" -p $pid -v -x nouprobemulti -qn 'BEGIN { printf("go\n"); } leader$target:::work { @ = count(); }' >"$TMP/out" 2>"$TMP/err" </dev/null &
	tracer=$!
	wait_for grep -qx go "$TMP/out"
	echo go >"$TMP/start"
	wait_for grep -q 'without its first thread' "$TMP/err"
	echo go >"$TMP/ready"
	wait $pid
	wait $tracer
	result main-thread-leaves-often "$(grep -qx ' *400' "$TMP/out" || cat "$TMP/out" "$TMP/err")"
else
	echo "skip main-thread-leaves-often: needs perf_uprobe"
fi
