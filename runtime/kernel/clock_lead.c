// SPDX-License-Identifier: BSD-2-Clause
/*
 * The scheduler's clock begins at another time than CLOCK_MONOTONIC, which also
 * follows corrections by NTP: after some days they are seconds apart, in either
 * direction. Programs cannot read the scheduler's clock, but records of perf
 * events have its time. The event here is that this thread is given a name, its
 * own.
 */
#include "runtime/kernel/clock_lead.h"

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/system/clock.h"
#include "runtime/kernel/sys.h"

enum {
	TRIES = 5,
	/* the times before and after are as near unless others run meanwhile */
	GOOD_NS = 20000,
};

/* A result, and how long what it was computed from took. */
struct measured {
	int64_t lead_ns, within_ns;
};

/*
 * Returns the time of the first record in the ring behind @page, its last
 * member; 0: there is none.
 */
static int64_t record_ns(const struct perf_event_mmap_page *page,
			 size_t page_bytes)
{
	const uint8_t *record = (const uint8_t *)page + page_bytes;
	struct perf_event_header header;
	int64_t time;

	if (!__atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE))
		return 0;
	memcpy(&header, record, sizeof(header));
	if (header.type != PERF_RECORD_COMM ||
	    header.size < sizeof(header) + sizeof(time))
		return 0;
	memcpy(&time, record + header.size - sizeof(time), sizeof(time));
	return time;
}

/* Leaves @best as it is if it can't be measured, or not better. */
static void measure(struct measured *best)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TIME,
		.comm = 1,
		.sample_id_all = 1,
		.exclude_kernel = 1,
	};
	_cleanup_close_ int fd = sys_perf_event_open(&attr, 0, -1);
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	int64_t before, within, time;
	char name[16];
	void *page;

	if (fd < 0 || prctl(PR_GET_NAME, name))
		return;
	page = mmap(NULL, 2 * page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
		    fd, 0);
	if (page == MAP_FAILED)
		return;
	before = (int64_t)clock_ns(CLOCK_MONOTONIC);
	prctl(PR_SET_NAME, name);
	within = (int64_t)clock_ns(CLOCK_MONOTONIC) - before;
	time = record_ns(page, page_bytes);
	munmap(page, 2 * page_bytes);
	if (time && within < best->within_ns)
		*best = (struct measured){ before + within / 2 - time, within };
}

int64_t kern_clock_lead_ns(void)
{
	static struct measured best;
	static bool is_measured;

	if (is_measured)
		return best.lead_ns;
	is_measured = true;
	best.within_ns = INT64_MAX;
	for (int i = 0; i < TRIES && best.within_ns > GOOD_NS; i++)
		measure(&best);
	return best.lead_ns;
}
