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
#include "runtime/kernel/sys.h"

static int64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

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

static int64_t measured_lead_ns(void)
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
	int64_t before, after, time;
	char name[16];
	void *page;

	if (fd < 0 || prctl(PR_GET_NAME, name))
		return 0;
	page = mmap(NULL, 2 * page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
		    fd, 0);
	if (page == MAP_FAILED)
		return 0;
	before = monotonic_ns();
	prctl(PR_SET_NAME, name);
	after = monotonic_ns();
	time = record_ns(page, page_bytes);
	munmap(page, 2 * page_bytes);
	return time ? before + (after - before) / 2 - time : 0;
}

int64_t kern_clock_lead_ns(void)
{
	static int64_t lead;
	static bool is_measured;

	if (!is_measured)
		lead = measured_lead_ns();
	is_measured = true;
	return lead;
}
