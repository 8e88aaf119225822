#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# @root
#
# A text that a clause prints in several records, because of an if, is not interrupted by what another CPU records at the
# same time. What the reader does in between keeps its place. The same in a program that is split.
. tests/run/common.inc

cat >"$TMP/both.c" <<'END'
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static cpu_set_t allowed;
static int calls;
static pthread_barrier_t barrier;

static void *run(void *arg)
{
	long nth = (long)arg;
	cpu_set_t one;

	/* the last one, if there are not so many */
	for (int cpu = 0; cpu < CPU_SETSIZE && nth >= 0; cpu++) {
		if (!CPU_ISSET(cpu, &allowed))
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		nth--;
	}
	sched_setaffinity(0, sizeof(one), &one);
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < calls; i++)
		syscall(SYS_getpgid, -7L - (i & 1));
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	calls = argc > 1 ? atoi(argv[1]) : 1;
	sched_getaffinity(0, sizeof(allowed), &allowed);
	pthread_barrier_init(&barrier, NULL, 2);
	for (long i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
END
${CC:-gcc} -O1 -pthread "$TMP/both.c" -o "$TMP/both" || exit 1
n=$((5000 / ${SLOW:-1}))

# texts NAME SCRIPT WORD...: lines like a12b12c12d
texts() {
	name=$1 script=$2
	shift 2
	"$DT" -q -x bufsize=16m "$@" -n "$script" -c "$TMP/both $n" >"$TMP/out" 2>"$TMP/err"
	result "$name" "$(cat "$TMP/err"; grep . "$TMP/out" | grep -vx 'a\([0-9]*\)b\1c\1d[78]' | head -n 3
		[ "$(grep -c . "$TMP/out")" = $((2 * n)) ] || wc -l "$TMP/out")"
}
texts whole 'syscall::getpgid:entry /pid == $target/
	{
		printf("a%d", tid);
		if (arg0 < 0)
			printf("b%d", tid);
		if (tid) {
			if (arg0 != -7)
				printf("c%dd8", tid);
			else
				printf("c%dd7", tid);
		}
		printf("\n");
	}'
texts split 'syscall::getpgid:entry /pid == $target/
	{
		printf("a%d", tid);
		if (arg0 < 0)
			printf("b%d", tid);
		printf("c%dd", tid);
		if (arg0 == -7)
			printf("7\n");
		else
			printf("8\n");
	}' -x proginsns=100

expect in-between 0 -c true -qn 'BEGIN
	{
		@ = sum(1);
		printf("a");
		if (timestamp)
			printa(" %@d ", @);
		printf("b");
		if (timestamp)
			clear(@);
		if (timestamp)
			printf("c");
		printa(" %@d\n", @);
	}' <<'END'
a 1 bc 0

--
END
