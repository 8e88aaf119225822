// SPDX-License-Identifier: BSD-2-Clause
/*
 * tree N: on CPU 0, down(N) calls down(N - 1) ... down(0), which is a leaf;
 * with probes at the entry and the return of each. `tree N wait`: then it
 * waits for the end of dtrace, its parent.
 */
#define _GNU_SOURCE 1
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "tree.h"

static volatile int sink;

__attribute__((noinline)) static void down(int depth)
{
	TREE_DOWN_ENTRY(depth);
	if (depth)
		down(depth - 1);
	else
		TREE_LEAF(depth);
	TREE_DOWN_RETURN(depth);
	sink++;
}

int main(int argc, char **argv)
{
	cpu_set_t cpus;

	if (argc > 2)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	down(argc > 1 ? atoi(argv[1]) : 1);
	if (argc > 2)
		pause();
	return 0;
}
