// SPDX-License-Identifier: BSD-2-Clause
/*
 * forks CHILDREN N: the parent (0) and each of its children (1, 2, ...) fire
 * forks:::work(who, number) N times; children run at the same time, each on a
 * CPU of its own as far as there are.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "forks.h"

static void work(int who, int cnt)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(who % sysconf(_SC_NPROCESSORS_ONLN), &set);
	sched_setaffinity(0, sizeof(set), &set);
	for (int i = 0; i < cnt; i++)
		FORKS_WORK(who, i);
}

int main(int argc, char **argv)
{
	int child_cnt = argc > 1 ? atoi(argv[1]) : 1, cnt = argc > 2 ? atoi(argv[2]) : 1;

	for (int i = 1; i <= child_cnt; i++)
		if (!fork()) {
			work(i, cnt);
			_exit(0);
		}
	work(0, cnt);
	while (wait(NULL) > 0)
		;
	return 0;
}
