// SPDX-License-Identifier: BSD-2-Clause
/*
 * workers N: two threads fire workers:::worker(tid, number) N times each at
 * the same time, called "worker"; then main fires workers:::main(tid).
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "workers.h"

static int cnt = 1;

static void *worker(void *arg)
{
	int tid = (int)syscall(SYS_gettid);

	prctl(PR_SET_NAME, "worker");
	for (int i = 0; i < cnt; i++)
		WORKERS_WORKER(tid, i);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	if (argc > 1)
		cnt = atoi(argv[1]);
	for (int i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, worker, NULL))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	WORKERS_MAIN((int)syscall(SYS_gettid));
	return 0;
}
