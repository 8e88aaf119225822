// SPDX-License-Identifier: BSD-2-Clause
/*
 * cpc DTRACE CPU: what a counted event costs.
 *
 * Rounds on one CPU: a batch of page faults under an empty program at the perf
 * event page-faults with period 1, the same again, then one under each script
 * of the table, run by DTRACE. Ratios and the verdict are as in syscall.c. Exit
 * 1 when a limit is missed.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/timing.h"
#include "runtime/kernel/sys.h"

enum { ROUNDS = 61, PAGES = 4000, PAGE_BYTES = 4096, TIMES = 4 };

struct item {
	const char *text;
	const char *script; /* NULL: the empty program */
	double limit;	    /* 0: for comparison only */
};

#define GO "BEGIN { printf(\"go\\n\"); } "

static const struct item items[] = {
	{ "the empty program against itself", NULL, 0 },
	{ "page_faults-all-1, count()", GO "cpc:::page_faults-all-1 { @ = count(); }", 1.15 },
	{ "page_faults-user-1 of another process", GO "cpc:::page_faults-user-1 /pid == 1/ { @ = count(); }", 1.15 },
	{ "page_faults-all-1000: one of many", GO "cpc:::page_faults-all-1000 { @ = count(); }", 1.05 },
};

enum { ITEM_CNT = sizeof(items) / sizeof(items[0]) };

static double own_ns[ITEM_CNT][ROUNDS], ratios[ITEM_CNT][ROUNDS];
static volatile char *pages;
static int bench_cpu;

/* Only the faults are timed, not how the pages go. */
static double batch_ns(int arg)
{
	double sum = 0, start;

	(void)arg;
	for (int i = 0; i < TIMES; i++) {
		if (madvise((void *)pages, (size_t)PAGES * PAGE_BYTES, MADV_DONTNEED))
			timing_die("madvise", -errno);
		start = timing_now_ns(CLOCK_MONOTONIC);
		for (int page = 0; page < PAGES; page++)
			pages[(size_t)page * PAGE_BYTES] = 1;
		sum += timing_now_ns(CLOCK_MONOTONIC) - start;
	}
	return sum / TIMES / PAGES;
}

static double under_empty(void)
{
	struct perf_event_attr event = {
		.size = sizeof(event),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.sample_period = 1,
	};
	struct bpf_link_attr link = { .attach_type = ABI_ATTACH_PERF_EVENT };
	int prog_fd = timing_load_empty(BPF_PROG_TYPE_PERF_EVENT, 0);
	int event_fd = sys_perf_event_open(&event, -1, bench_cpu), link_fd;
	double ns;

	if (event_fd < 0)
		timing_die("perf event", event_fd);
	link.prog_fd = (uint32_t)prog_fd;
	link.target_fd = (uint32_t)event_fd;
	link_fd = sys_link_create(&link);
	if (link_fd < 0)
		timing_die("the empty program could not be attached", link_fd);
	ns = batch_ns(0);
	close(link_fd);
	close(event_fd);
	close(prog_fd);
	return ns;
}

static double under_item(const char *dtrace, const struct item *item)
{
	if (!item->script)
		return under_empty();
	return timing_under_script(dtrace, item->script, NULL, batch_ns, 0);
}

static void run_round(const char *dtrace, int round)
{
	double empty_ns = under_empty();

	for (int i = 0; i < ITEM_CNT; i++) {
		own_ns[i][round] = under_item(dtrace, &items[i]);
		ratios[i][round] = own_ns[i][round] / empty_ns;
	}
}

int main(int argc, char **argv)
{
	size_t bytes = (size_t)PAGES * PAGE_BYTES;
	int missed_cnt = 0;
	double spread;

	if (argc < 3)
		return 2;
	timing_pin(argv[2]);
	bench_cpu = atoi(argv[2]);
	pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages == MAP_FAILED || madvise((void *)pages, bytes, MADV_NOHUGEPAGE))
		timing_die("pages", -errno);
	for (int round = 0; round < ROUNDS; round++)
		run_round(argv[1], round);
	spread = timing_median(ratios[0], ROUNDS) - 1;
	if (spread < 0)
		spread = -spread;
	printf("%-40s %7s %7s %11s  spread %.3f\n", "counted event", "limit", "ratio", "a fault",
	       spread);
	for (int i = 0; i < ITEM_CNT; i++)
		missed_cnt += timing_print_ratio(items[i].text, items[i].limit,
						 timing_median(ratios[i], ROUNDS), spread,
						 timing_median(own_ns[i], ROUNDS));
	return missed_cnt != 0;
}
