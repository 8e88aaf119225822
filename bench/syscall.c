// SPDX-License-Identifier: BSD-2-Clause
/*
 * syscall DTRACE CPU: what a traced system call costs.
 *
 * Rounds on one CPU: a batch of getpid() under an empty program at the raw
 * tracepoint sys_enter, the same again, then one under each script of the
 * table, run by DTRACE. Ratios and the verdict are as in firing.c: medians over
 * the rounds, and the spread of the second empty program. Exit status 1 if a
 * limit is missed.
 */
#include <sys/syscall.h>
#include <stdio.h>
#include <unistd.h>

#include "bench/timing.h"

enum { ROUNDS = 101, BATCH = 20000 };

struct item {
	const char *text;
	const char *script; /* NULL: the empty program */
	double limit;	    /* 0: for comparison only */
};

#define GO "BEGIN { printf(\"go\\n\"); } "

/* An atomic addition takes 5 ns of the 100 that the call takes with the empty program. */
static const struct item items[] = {
	{ "the empty program against itself", NULL, 0 },
	{ "syscall::getpid:entry, count()", GO "syscall::getpid:entry { @ = count(); }", 1.15 },
	{ "syscall:::entry, count()", GO "syscall:::entry { @ = count(); }", 1.15 },
	{ "syscall::getppid:entry: another call", GO "syscall::getppid:entry { @ = count(); }", 1.05 },
};

enum { ITEM_CNT = sizeof(items) / sizeof(items[0]) };

static double own_ns[ITEM_CNT][ROUNDS], ratios[ITEM_CNT][ROUNDS];

static double batch_ns(int arg)
{
	double start = timing_now_ns(CLOCK_MONOTONIC);

	(void)arg;
	for (int i = 0; i < BATCH; i++)
		syscall(SYS_getpid);
	return (timing_now_ns(CLOCK_MONOTONIC) - start) / BATCH;
}

static double under_item(const char *dtrace, const struct item *item)
{
	if (!item->script)
		return timing_under_empty("sys_enter", batch_ns, 0);
	return timing_under_script(dtrace, item->script, NULL, batch_ns, 0);
}

static void run_round(const char *dtrace, int round)
{
	double empty_ns = timing_under_empty("sys_enter", batch_ns, 0);

	for (int i = 0; i < ITEM_CNT; i++) {
		own_ns[i][round] = under_item(dtrace, &items[i]);
		ratios[i][round] = own_ns[i][round] / empty_ns;
	}
}

int main(int argc, char **argv)
{
	int missed_cnt = 0;
	double spread;

	if (argc < 3)
		return 2;
	timing_pin(argv[2]);
	for (int round = 0; round < ROUNDS; round++)
		run_round(argv[1], round);
	spread = timing_median(ratios[0], ROUNDS) - 1;
	if (spread < 0)
		spread = -spread;
	printf("%-40s %7s %7s %11s  spread %.3f\n", "system call", "limit", "ratio", "a call",
	       spread);
	for (int i = 0; i < ITEM_CNT; i++)
		missed_cnt += timing_print_ratio(items[i].text, items[i].limit,
						 timing_median(ratios[i], ROUNDS), spread,
						 timing_median(own_ns[i], ROUNDS));
	return missed_cnt != 0;
}
