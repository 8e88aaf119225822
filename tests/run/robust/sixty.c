// SPDX-License-Identifier: BSD-2-Clause
/*
 * sixty WORD...: a child goes through 60 sites as fast as it can, and says in
 * shared memory how many semaphores are set and how long a batch of rounds
 * takes. The parent runs WORD..., which is to trace the child (PID in a word
 * stands for its id), until all 60 are set and the sites are slow; kills it
 * with SIGKILL; and prints how many milliseconds later the child was back at
 * full speed with no semaphore set.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sixty-all.h"

enum { ROUNDS = 200 };

struct shared {
	volatile int on_cnt;
	volatile uint64_t batch_ns;
	volatile uint64_t batches;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

static void run_victim(struct shared *shared)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int round = 0;; round++) {
		uint64_t start = now_ns();
		int on = 0;

		for (int i = 0; i < ROUNDS; i++)
			on = fire_all(round);
		shared->batch_ns = now_ns() - start;
		shared->on_cnt = on;
		shared->batches++;
	}
}

static pid_t run_tracer(char **words, pid_t victim)
{
	static char pid_text[16];
	pid_t pid = fork();

	if (pid)
		return pid;
	snprintf(pid_text, sizeof(pid_text), "%d", victim);
	for (char **word = words; *word; word++)
		if (!strcmp(*word, "PID"))
			*word = pid_text;
	execvp(words[0], words);
	_exit(127);
}

static void nap(void)
{
	nanosleep(&(struct timespec){ 0, 500000 }, NULL);
}

/* The shortest of the next batches: least disturbed by other processes. */
static uint64_t full_speed_ns(struct shared *shared)
{
	uint64_t least = UINT64_MAX, until = shared->batches + 200;

	while (shared->batches < until || least == UINT64_MAX)
		if (shared->batch_ns && shared->batch_ns < least)
			least = shared->batch_ns;
	return least;
}

int main(int argc, char **argv)
{
	struct shared *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	uint64_t full_ns, traced_ns, killed_ns;
	pid_t victim, tracer;

	if (shared == MAP_FAILED || argc < 2)
		return 1;
	victim = fork();
	if (!victim)
		run_victim(shared);
	full_ns = full_speed_ns(shared);
	tracer = run_tracer(argv + 1, victim);
	while (shared->on_cnt < 60 || shared->batch_ns < 10 * full_ns) {
		if (waitpid(tracer, NULL, WNOHANG)) {
			puts("the tracer ended");
			return 1;
		}
		nap();
	}
	traced_ns = shared->batch_ns;
	kill(tracer, SIGKILL);
	killed_ns = now_ns();
	while (shared->on_cnt || shared->batch_ns > 4 * full_ns)
		nap();
	printf("%lu ms (a batch took %lu us, traced %lu us)\n",
	       (unsigned long)((now_ns() - killed_ns) / 1000000), (unsigned long)(full_ns / 1000),
	       (unsigned long)(traced_ns / 1000));
	waitpid(tracer, NULL, 0);
	kill(victim, SIGKILL);
	waitpid(victim, NULL, 0);
	return 0;
}
