// SPDX-License-Identifier: BSD-2-Clause
/*
 * spins: two processes that want the same CPU, without a pause, 200 ms of it
 * each and until both had to leave it ten times. Each calls
 * sched_get_priority_max() before that and sched_get_priority_min() after it.
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

/*
 * On some kernels a program at a system call can be preempted, and one of the
 * other process is missed then: so the calls that count are one after the
 * other, while the other process makes none.
 */
struct shared {
	int stage; /* max by one, by the other; the loop of one is over */
	int ready; /* processes that were preempted often enough */
};

static void wait_for(struct shared *shared, int stage)
{
	while (__atomic_load_n(&shared->stage, __ATOMIC_ACQUIRE) < stage)
		;
}

static void reach(struct shared *shared, int stage)
{
	__atomic_store_n(&shared->stage, stage, __ATOMIC_RELEASE);
}

static void spin(struct shared *shared)
{
	long before = preempted_cnt(), end = cpu_ms() + 200;
	int is_ready = 0;

	while (cpu_ms() < end || __atomic_load_n(&shared->ready, __ATOMIC_RELAXED) < 2) {
		if (is_ready || preempted_cnt() < before + 10)
			continue;
		is_ready = 1;
		__atomic_add_fetch(&shared->ready, 1, __ATOMIC_RELAXED);
	}
}

int main(void)
{
	struct shared *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	cpu_set_t set;
	pid_t child;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
	child = fork();
	if (child < 0)
		return 1;
	if (!child)
		wait_for(shared, 1);
	sched_get_priority_max(SCHED_OTHER);
	reach(shared, child ? 1 : 2);
	wait_for(shared, 2);
	spin(shared);
	if (child) {
		reach(shared, 3);
		wait(NULL);
	} else {
		wait_for(shared, 3);
	}
	sched_get_priority_min(SCHED_OTHER);
	return 0;
}
