// SPDX-License-Identifier: BSD-2-Clause
/*
 * firing CPU FAST SLOW FIRED [-p] [-l LIBRARY]: what a firing of a direct probe
 * costs, beside the same through the kernel and in other tracers.
 *
 * It has a function for each site. bench/direct/run starts the tracers with the
 * process id that is printed first; they write to FAST and SLOW once they are
 * attached. -p: bpftrace is attached as well; -l: the library with events of
 * LTTng. Then it runs rounds on one CPU, a batch of each item in each, and
 * prints medians, in ns for one firing, without what the loop takes. How often
 * each site was fired goes to FIRED, so that the tracers' output can be checked.
 *
 * The spread is what the loop against itself shows. Exit status 1 if a limit is
 * missed by more.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bench/attach.h"
#include "bench/direct/plain.h"
#include "bench/direct/sites.h"
#include "bench/timing.h"
#include "runtime/kernel/sys.h"

enum {
	ROUNDS = 151,
	/* through the kernel; sends records; neither; not enabled */
	TRAPS = 500,
	SENDS = 2000,
	RUNS = 20000,
	SKIPS = 200000,
	FAST_NS = 150, /* what no breakpoint can do */
	READ_MS = 15,  /* after a round: readers look more often */
};

#define SITES(X) \
	X(fast_count, FAST_COUNT) X(fast_integer, FAST_INTEGER) X(fast_string, FAST_STRING) X(fast_both, FAST_BOTH) \
	X(fast_other, FAST_OTHER) X(fast_name, FAST_NAME) \
	X(fast_record, FAST_RECORD) X(fast_two, FAST_TWO) X(fast_text, FAST_TEXT) \
	X(fast_steps, FAST_STEPS) X(fast_counter, FAST_COUNTER) X(fast_refused, FAST_REFUSED) X(fast_disabled, FAST_DISABLED) \
	X(slow_count, SLOW_COUNT) X(slow_integer, SLOW_INTEGER) X(slow_string, SLOW_STRING) X(slow_both, SLOW_BOTH) \
	X(slow_other, SLOW_OTHER) X(slow_name, SLOW_NAME) \
	X(slow_record, SLOW_RECORD) X(slow_two, SLOW_TWO) X(slow_text, SLOW_TEXT) \
	X(slow_steps, SLOW_STEPS) X(slow_counter, SLOW_COUNTER) X(slow_refused, SLOW_REFUSED) \
	X(nops, PLAIN_NOPS) X(empty, PLAIN_EMPTY) X(peer, PLAIN_PEER)

#define FIRE(name) \
	static __attribute__((noinline, aligned(64))) void fire_##name(int a, int b, char *text)

#define FUNCTION(name, MACRO)           \
	FIRE(name)                      \
	{                               \
		MACRO(a, b, text);      \
	}
SITES(FUNCTION)

FIRE(none)
{
	__asm__ volatile("" : : "r"(a), "r"(b), "r"(text));
}

FIRE(fast_pair)
{
	FAST_START(a, b, text);
	FAST_DONE(a, b, text);
}

FIRE(slow_pair)
{
	SLOW_START(a, b, text);
	SLOW_DONE(a, b, text);
}

FIRE(asked)
{
	if (PLAIN_ASKED_ENABLED())
		PLAIN_ASKED(a, b, text);
}

FIRE(clock)
{
	struct timespec now;

	__asm__ volatile("" : : "r"(a), "r"(b), "r"(text));
	clock_gettime(CLOCK_MONOTONIC, &now);
}

enum site {
#define NUMBER(name, MACRO) SITE_##name,
	SITES(NUMBER)
#undef NUMBER
	SITE_fast_pair,
	SITE_slow_pair,
	SITE_none,
	SITE_again,
	SITE_asked,
	SITE_clock,
	/* of the library */
	SITE_lttng_two,
	SITE_lttng_text,
	SITE_lttng_disabled,
	SITE_CNT
};

typedef void (*fire_fn)(int a, int b, char *text);

static struct {
	const char *name;
	fire_fn fire; /* NULL: what it belongs to is not there */
	unsigned long fired_cnt;
} sites[SITE_CNT] = {
#define ENTRY(name, MACRO) [SITE_##name] = { #name, fire_##name, 0 },
	SITES(ENTRY)
#undef ENTRY
	[SITE_fast_pair] = { "fast_pair", fire_fast_pair, 0 },
	[SITE_slow_pair] = { "slow_pair", fire_slow_pair, 0 },
	[SITE_none] = { "none", fire_none, 0 },
	[SITE_again] = { "again", fire_none, 0 },
	[SITE_asked] = { "asked", fire_asked, 0 },
	[SITE_clock] = { "clock", fire_clock, 0 },
	[SITE_lttng_two] = { "lttng_two", NULL, 0 },
	[SITE_lttng_text] = { "lttng_text", NULL, 0 },
	[SITE_lttng_disabled] = { "lttng_disabled", NULL, 0 },
};

/*
 * The limit is limit_ns, and with `of` that many times what another site costs;
 * where that is not there, limit_ns. 0: for comparison only. MARGIN_NS is for
 * sites that cost nothing which could be measured. limit_ns is for a machine
 * that reads the clock in CLOCK_NS, and grows with what this one takes: on a
 * shared machine all code, LTTng's as well, can take 1.7 times as long for hours.
 */
#define CLOCK_NS 20
#define MARGIN_NS 0.2

struct item {
	const char *text;
	enum site site;
	int cnt;
	double limit_ns;
	double times;
	enum site of;
};

#define LIMIT(ns) .limit_ns = (ns)
#define TIMES(n, site) .times = (n), .of = SITE_##site

/* 12 to 13 as a rule; 17 in one session of ten, which lasts for all of it: where its pages are */
#define COUNT_NS (15 + 3)

/* each: a count(), the clock, which takes 17 to 20, and finding the thread's variables */
#define PAIR_NS (2 * (COUNT_NS + 20 + 10))

static const struct item items[] = {
	{ "an empty loop against itself", SITE_again, SKIPS, 0 },
	{ "the nops of sys/sdt.h, disabled", SITE_nops, SKIPS, 0 },
	{ "a site with is-enabled, disabled", SITE_asked, SKIPS, 0 },
	{ "a direct site, disabled", SITE_fast_disabled, SKIPS, TIMES(1.05, asked) },
	{ "clock_gettime() of the vdso", SITE_clock, RUNS, 0 },
	{ "direct: count()", SITE_fast_count, RUNS, LIMIT(COUNT_NS) },
	{ "direct: count() keyed by an integer", SITE_fast_integer, RUNS, LIMIT(40) },
	{ "direct: count() keyed by probename", SITE_fast_name, RUNS, LIMIT(40) },
	{ "direct: quantize()", SITE_fast_steps, RUNS, TIMES(0.1, empty) },
	{ "direct: x += arg0", SITE_fast_counter, RUNS, LIMIT(COUNT_NS) },
	{ "direct: a predicate that is false", SITE_fast_refused, RUNS, TIMES(1.25, fast_count) },
	{ "direct: two, quantize(timestamp - self->x)", SITE_fast_pair, RUNS, LIMIT(PAIR_NS) },
	{ "direct: a record of 64 bytes", SITE_fast_record, SENDS, LIMIT(60) },
	{ "direct: a record of two integers", SITE_fast_two, SENDS, LIMIT(60), TIMES(1, lttng_two) },
	{ "direct: count() keyed by a string", SITE_fast_string, RUNS, LIMIT(50) },
	{ "direct: ... by an integer and a string", SITE_fast_both, RUNS, LIMIT(50) },
	{ "direct: an integer and a string of ten", SITE_fast_text, SENDS / 2, LIMIT(90), TIMES(1, lttng_text) },
	{ "auto: keyed by a string that is no constant", SITE_fast_other, TRAPS, TIMES(1.15, slow_other) },
	{ "an empty BPF program", SITE_empty, TRAPS, 0 },
	{ "kernel: count()", SITE_slow_count, TRAPS, 0 },
	{ "kernel: count() keyed by an integer", SITE_slow_integer, TRAPS, 0 },
	{ "kernel: count() keyed by a string", SITE_slow_string, TRAPS, 0 },
	{ "kernel: ... by an integer and a string", SITE_slow_both, TRAPS, 0 },
	{ "kernel: ... by a string that is no constant", SITE_slow_other, TRAPS, 0 },
	{ "kernel: count() keyed by probename", SITE_slow_name, TRAPS, 0 },
	{ "kernel: quantize()", SITE_slow_steps, TRAPS, 0 },
	{ "kernel: x += arg0", SITE_slow_counter, TRAPS, 0 },
	{ "kernel: a predicate that is false", SITE_slow_refused, TRAPS, 0 },
	{ "kernel: two, quantize(timestamp - self->x)", SITE_slow_pair, TRAPS, 0 },
	{ "kernel: a record of 64 bytes", SITE_slow_record, TRAPS, 0 },
	{ "kernel: a record of two integers", SITE_slow_two, TRAPS, 0 },
	{ "kernel: an integer and a string of ten", SITE_slow_text, TRAPS, 0 },
	{ "bpftrace: count()", SITE_peer, TRAPS, 0 },
	{ "LTTng-UST: disabled", SITE_lttng_disabled, SKIPS, 0 },
	{ "LTTng-UST: an event of two integers", SITE_lttng_two, SENDS, 0 },
	{ "LTTng-UST: an integer and a string of ten", SITE_lttng_text, SENDS, 0 },
};

enum { ITEM_CNT = sizeof(items) / sizeof(items[0]) };

static double net_ns[ITEM_CNT][ROUNDS], medians_ns[SITE_CNT];
static const char text[] = "ten  bytes";
static char other_text[] = "ten  bytes"; /* no constant */

/* --------------------------------------------------------------- measuring */

/* One loop for all, at one address. */
static __attribute__((noinline, noclone)) double run_batch(enum site site, int cnt)
{
	fire_fn fn = sites[site].fire;
	int is_other = site == SITE_fast_other || site == SITE_slow_other;
	char *arg = is_other ? other_text : (char *)(uintptr_t)text;
	double start = timing_now_ns(CLOCK_MONOTONIC);

	for (int i = 0; i < cnt; i++)
		fn(i & 3, 1, arg);
	sites[site].fired_cnt += (unsigned long)cnt;
	return (timing_now_ns(CLOCK_MONOTONIC) - start) / cnt;
}

static void nap(int ms)
{
	nanosleep(&(struct timespec){ 0, ms * 1000000 }, NULL);
}

static void run_item(int idx, int round)
{
	const struct item *item = &items[idx];
	double base_ns = run_batch(SITE_none, item->cnt);

	net_ns[idx][round] = run_batch(item->site, item->cnt) - base_ns;
}

static void run_rounds(void)
{
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < ITEM_CNT; i++)
			if (sites[items[i].site].fire)
				run_item(i, round);
		nap(READ_MS);
	}
}

/* ----------------------------------------------------------------- waiting */

static void wait_for_text(const char *path)
{
	struct stat st;

	while (stat(path, &st) || !st.st_size)
		nap(1);
}

/* Until the site is enabled and faster than a breakpoint, or is one. */
static void wait_for(enum site site, int is_fast)
{
	int i = 0;

	while ((run_batch(site, 100) < FAST_NS) != is_fast ||
	       (is_fast && !FAST_REFUSED_ENABLED())) {
		if (++i == 20000) {
			fprintf(stderr, "%s is not %s\n", sites[site].name,
				is_fast ? "run by the program itself" : "traced");
			exit(2);
		}
		nap(1);
	}
}

static void load_events(const char *path)
{
	void *library = dlopen(path, RTLD_NOW);

	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		exit(2);
	}
	for (int i = SITE_lttng_two; i < SITE_CNT; i++)
		sites[i].fire = (fire_fn)(uintptr_t)dlsym(library, sites[i].name);
}

/* ---------------------------------------------------------------- results */

static void write_fired(const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file)
		timing_die(path, -errno);
	for (int i = 0; i < SITE_CNT; i++)
		fprintf(file, "%s %lu\n", sites[i].name, sites[i].fired_cnt);
	fclose(file);
}

static double limit_of(const struct item *item)
{
	if (item->times > 0 && sites[item->of].fire)
		return item->times * medians_ns[item->of] + MARGIN_NS;
	if (medians_ns[SITE_clock] > CLOCK_NS)
		return item->limit_ns * medians_ns[SITE_clock] / CLOCK_NS;
	return item->limit_ns;
}

/* Returns whether the limit is missed. */
static int print_item(const struct item *item, double spread_ns)
{
	double limit_ns = limit_of(item), ns = medians_ns[item->site];
	int has_limit = item->times > 0 || item->limit_ns > 0;
	int is_missed = has_limit && ns > limit_ns + spread_ns;
	char limit[16] = "-";

	if (has_limit)
		snprintf(limit, sizeof(limit), "%.1f", limit_ns);
	printf("%-48s %10s %10.1f ns  %s\n", item->text, limit, ns,
	       !has_limit ? "" : is_missed ? "MISSED" : "ok");
	return is_missed;
}

static int print_table(void)
{
	int missed_cnt = 0;
	double spread_ns;

	for (int i = 0; i < ITEM_CNT; i++)
		if (sites[items[i].site].fire)
			medians_ns[items[i].site] = timing_median(net_ns[i], ROUNDS);
	spread_ns = medians_ns[SITE_again];
	spread_ns = spread_ns < 0 ? -spread_ns : spread_ns;
	printf("%-48s %10s %10s     spread %.2f\n", "direct probes: a firing", "limit", "median",
	       spread_ns);
	for (int i = 0; i < ITEM_CNT; i++)
		if (sites[items[i].site].fire)
			missed_cnt += print_item(&items[i], spread_ns);
	return missed_cnt;
}

int main(int argc, char **argv)
{
	int opt, has_peer = 0;

	while ((opt = getopt(argc, argv, "pl:")) != -1) {
		if (opt == 'p')
			has_peer = 1;
		else if (opt == 'l')
			load_events(optarg);
		else
			return 2;
	}
	argv += optind;
	if (argc - optind != 4)
		return 2;
	timing_pin(argv[0]);
	attach_site(timing_load_empty(BPF_PROG_TYPE_KPROBE, ABI_ATTACH_UPROBE_MULTI), "plain",
		    "empty");
	printf("%d\n", getpid());
	fflush(stdout);
	wait_for_text(argv[1]);
	wait_for_text(argv[2]);
	wait_for(SITE_fast_refused, 1);
	wait_for(SITE_slow_refused, 0);
	if (has_peer)
		wait_for(SITE_peer, 0);
	else
		sites[SITE_peer].fire = NULL;
	run_rounds();
	write_fired(argv[3]);
	return print_table() != 0;
}
