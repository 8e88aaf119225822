// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program for exit(): each thread fires its probes in turn, so that what was
 * counted of them must be a beginning of what it did. It does what it reads, a
 * line at a time, and answers "done" and how often its handler has fired.
 *
 *	t THREADS N	each fires tick(thread, i), warm(i), child(thread) for
 *			i = 0 ... N - 1, while a signal handler fires sig(1),
 *			then child(64)
 *	c N		fires tick(0, i) N times, and then child(99)
 *	1 VALUE		fires tick(0, VALUE) once
 *	w STATE		writes that into the memory of its tracer, where a hook
 *			has the state of the session
 *	q		ends
 *
 * exits N: the same as t 1 N, and ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/common/record.h"
#include "sdt/direct_abi.h"

#include "storm.h"
#include "threads.h"

extern struct direct_control control __asm__(CONTROL);

enum { OF_HANDLER = THREAD_MAX, OF_COUNT = 99 };

static unsigned long times;
static int thread_cnt;
static unsigned long handled;

static void *fire(void *arg)
{
	int thread = __atomic_fetch_add(&thread_cnt, 1, __ATOMIC_RELAXED);

	for (unsigned long i = 0; i < times; i++) {
		STORM_TICK(thread, i);
		STORM_WARM(thread);
		STORM_CHILD(thread);
	}
	return arg;
}

static void on_signal(int nr)
{
	(void)nr;
	STORM_SIG(1);
	STORM_CHILD(OF_HANDLER);
	handled++;
}

static void count(void)
{
	for (unsigned long i = 0; i < times; i++)
		STORM_TICK(0, i);
	STORM_CHILD(OF_COUNT);
}

/* The first tracer has what follows the area. */
static void write_state(unsigned long state)
{
	struct rt_control *shared = (struct rt_control *)(control.data_addr +
							  DIRECT_PAGE_BYTES);

	__atomic_store_n(&shared->state, (uint32_t)state, __ATOMIC_SEQ_CST);
}

static int obey(const char *line)
{
	unsigned long value;
	int cnt;

	if (sscanf(line, "t %d %lu", &cnt, &times) == 2) {
		thread_cnt = 0;
		run_threads(cnt, 100, on_signal, fire);
	} else if (sscanf(line, "c %lu", &times) == 1) {
		count();
	} else if (sscanf(line, "1 %lu", &value) == 1) {
		STORM_TICK(0, value);
	} else if (sscanf(line, "w %lu", &value) == 1) {
		write_state(value);
	} else {
		return 0;
	}
	return 1;
}

int main(int argc, char **argv)
{
	char line[128];

	if (argc == 2) {
		times = strtoul(argv[1], NULL, 10);
		fire(NULL);
		return 0;
	}
	setvbuf(stdin, NULL, _IONBF, 0);
	while (fgets(line, sizeof(line), stdin) && obey(line)) {
		printf("done %lu\n", handled);
		fflush(stdout);
	}
	return line[0] != 'q';
}
