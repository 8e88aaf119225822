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
#include <stdlib.h>
#include <unistd.h>
#include "gate.h"
#include "leader.h"
static char **words;
static pthread_t main_thread;
static void *second(void *arg)
{
	wait_for_text(words[2]);
	if (words[1][0] == 'a')
		pthread_join(main_thread, NULL);
	for (int i = 0; i < 100; i++)
		LEADER_WORK(i);
	if (words[1][0] == 'e')
		execv(words[3], words + 3);
	exit(0);
}
int main(int argc, char **argv)
{
	pthread_t thread;
	words = argv;
	main_thread = pthread_self();
	pthread_create(&thread, NULL, second, NULL);
	if (argv[1][0] == 'a')
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
