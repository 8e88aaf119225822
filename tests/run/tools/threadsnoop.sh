#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# threadsnoop: each thread except the first, its creator and its function; processes are not threads.
. tests/run/tools/common.inc

cat >"$TMP/threads.c" <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char stack[65536] __attribute__((aligned(16)));
static int has_run;

static void *inner(void *arg) { return arg; }

static void *outer(void *arg)
{
	pthread_t thread;

	pthread_create(&thread, NULL, inner, NULL);
	pthread_join(thread, NULL);
	return arg;
}

static int plain(void *arg)
{
	(void)arg;
	__atomic_store_n(&has_run, 1, __ATOMIC_SEQ_CST);
	return (int)syscall(SYS_exit, 0);
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, outer, NULL);
	pthread_join(thread, NULL);
	if (!fork())
		_exit(0);
	wait(NULL);
	clone(plain, stack + sizeof(stack), CLONE_VM | CLONE_SIGHAND | CLONE_THREAD, NULL);
	while (!__atomic_load_n(&has_run, __ATOMIC_SEQ_CST))
		sched_yield();
	return 0;
}
C
$CC -O1 "$TMP/threads.c" -o "$TMP/threads" -pthread || {
	echo "not ok build"
	exit 1
}

# PID is the process, M its first thread, T the next ones in order
lines() {
	awk '$1 !~ /^[0-9]+$/ { print; next }
	{
		if (!($2 in name)) name[$2] = "M"
		name[$5] = "T" ++n
		print ($2 == process || !process ? "PID" : "?"), $3, name[$4], name[$5], $6
		process = $2
	}' "$TMP/out" >"$TMP/lines" && mv "$TMP/lines" "$TMP/out"
}

tool threadsnoop -c "$TMP/threads"
lines
prints all 'TIME(ms)  PID     COMMAND          BY      TID     FUNCTION
PID threads M T1 threads`outer
PID threads T1 T2 threads`inner
PID threads M T3 -'

tool threadsnoop -n nobody -c "$TMP/threads"
prints other-name 'TIME(ms)  PID     COMMAND          BY      TID     FUNCTION'
