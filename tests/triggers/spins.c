// SPDX-License-Identifier: BSD-2-Clause
/*
 * spins: two processes that want the same CPU, without a pause, 200 ms of it
 * each and until both had to leave it ten times. Each calls
 * sched_get_priority_max() before and sched_get_priority_min() behind that.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long cpu_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static long preempted_cnt(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nivcsw;
}

int main(void)
{
	/* processes that were preempted often enough */
	int *ready = mmap(NULL, sizeof(*ready), PROT_READ | PROT_WRITE,
			  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int is_ready = 0;
	long before;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
	if (fork() < 0)
		return 1;
	sched_get_priority_max(SCHED_OTHER);
	before = preempted_cnt();
	for (long end = cpu_ms() + 200;
	     cpu_ms() < end || __atomic_load_n(ready, __ATOMIC_RELAXED) < 2;) {
		if (is_ready || preempted_cnt() < before + 10)
			continue;
		is_ready = 1;
		__atomic_add_fetch(ready, 1, __ATOMIC_RELAXED);
	}
	sched_get_priority_min(SCHED_OTHER);
	wait(NULL);
	return 0;
}
