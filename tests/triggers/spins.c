// SPDX-License-Identifier: BSD-2-Clause
/*
 * spins: two processes that want the same CPU, 200 ms of it each, without a
 * pause. Each calls sched_get_priority_max() before and sched_get_priority_min()
 * behind that.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long cpu_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int main(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
	if (fork() < 0)
		return 1;
	sched_get_priority_max(SCHED_OTHER);
	for (long end = cpu_ms() + 200; cpu_ms() < end;)
		;
	sched_get_priority_min(SCHED_OTHER);
	wait(NULL);
	return 0;
}
