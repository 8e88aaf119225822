// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program with direct probes that does what it reads, a line at a time, and
 * answers each with a line: what it has fired in all,
 *
 *	warm ticks sum-of-ticks signals children
 *
 *	w		warm once
 *	t THREADS N US	N ticks in each thread, a signal that fires every US
 *	f FORKS N	FORKS children fire N times each, 4 at a time
 *	k		a child fires once, at the top of its stack
 *	s		answers with the semaphores instead
 *	x		starts itself anew
 *	q		ends
 *
 * storm THREADS N US: the same as t, without reading.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "storm.h"
#include "threads.h"

enum { CHILDREN = 4 };

/* shared with children */
static struct {
	unsigned long warm, ticks, sum, sigs, children;
} * fired;
static unsigned long times;

static void add(unsigned long *to, unsigned long n)
{
	__atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

static void *tick(void *arg)
{
	unsigned long i, sum = 0;

	for (i = 0; i < times; i++) {
		STORM_TICK((int)(i & 7), i);
		sum += i;
	}
	add(&fired->ticks, i);
	add(&fired->sum, sum);
	return arg;
}

static void on_signal(int nr)
{
	(void)nr;
	STORM_SIG(1);
	add(&fired->sigs, 1);
}

static void child(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		STORM_CHILD((int)i);
	add(&fired->children, n);
	_exit(0);
}

static void reap(void)
{
	int status;

	if (wait(&status) < 0 || status)
		_exit(4);
}

static void run_children(int forks, unsigned long n)
{
	for (int i = 0; i < forks; i++) {
		pid_t pid = fork();

		if (!pid)
			child(n);
		if (pid < 0)
			_exit(5);
		if (i >= CHILDREN)
			reap();
	}
	for (int i = 0; i < (forks < CHILDREN ? forks : CHILDREN); i++)
		reap();
}

static int fire_at_top(void *arg)
{
	(void)arg;
	STORM_CHILD(1);
	return 0;
}

/* Nothing can be read above this stack. */
static void run_at_top(void)
{
	enum { STACK_BYTES = 65536, PAGE_BYTES = 4096 };
	char *stack =
		mmap(NULL, STACK_BYTES + PAGE_BYTES, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (stack == MAP_FAILED ||
	    mprotect(stack + STACK_BYTES, PAGE_BYTES, PROT_NONE) ||
	    clone(fire_at_top, stack + STACK_BYTES,
		  CLONE_VM | CLONE_VFORK | SIGCHLD, NULL) < 0)
		_exit(6);
	reap();
	add(&fired->children, 1);
	munmap(stack, STACK_BYTES + PAGE_BYTES);
}

static void answer(const char *line)
{
	if (line[0] == 's')
		printf("%u %u %u %u 0\n", storm_warm_semaphore,
		       storm_tick_semaphore, storm_sig_semaphore,
		       storm_child_semaphore);
	else
		printf("%lu %lu %lu %lu %lu\n", fired->warm, fired->ticks,
		       fired->sum, fired->sigs, fired->children);
	fflush(stdout);
}

#ifdef TWICE
/* a second function with the probe */
static __attribute__((noinline)) void warm_again(void)
{
	STORM_WARM(2);
	add(&fired->warm, 1);
}
#else
static void warm_again(void)
{
}
#endif

static __attribute__((noinline)) void obey(char **argv, const char *line)
{
	int cnt, us;

	if (line[0] == 'w') {
		STORM_WARM(1);
		add(&fired->warm, 1);
		warm_again();
	} else if (sscanf(line, "t %d %lu %d", &cnt, &times, &us) == 3) {
		run_threads(cnt, us, on_signal, tick);
	} else if (sscanf(line, "f %d %lu", &cnt, &times) == 2) {
		run_children(cnt, times);
	} else if (line[0] == 'k') {
		run_at_top();
	} else if (line[0] == 'x') {
		execv("/proc/self/exe", argv);
	} else if (line[0] != 's') {
		exit(line[0] != 'q');
	}
}

int main(int argc, char **argv)
{
	char line[128];

	fired = mmap(NULL, sizeof(*fired), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (argc == 4) {
		times = strtoul(argv[2], NULL, 10);
		run_threads(atoi(argv[1]), atoi(argv[3]), on_signal, tick);
		answer("");
		return 0;
	}
	setvbuf(stdin, NULL, _IONBF, 0);
	while (fgets(line, sizeof(line), stdin)) {
		obey(argv, line);
		answer(line);
	}
	return 1;
}
