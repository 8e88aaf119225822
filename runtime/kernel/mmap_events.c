// SPDX-License-Identifier: BSD-2-Clause
/*
 * Perf events that count nothing (PERF_COUNT_SW_DUMMY) and deliver side-band
 * records: MMAP2 of executable memory, FORK, EXIT. An event that children
 * inherit cannot cover all CPUs, so there is one for each CPU and process, with
 * a ring of its own. To watch all processes, there is one event for each CPU.
 * The reader is woken at once or, if it only has to know some time later, when a
 * quarter of a ring is filled.
 *
 * A process with 20 libraries needs 20 records, for which the smallest rings
 * suffice (300 records). But a command of -c may be a whole build, and while the
 * reader attaches, it may be blocked for seconds, because the kernel attaches
 * for one process at a time. So the rings of the first process that is watched,
 * and of all processes, have room for 10,000 records on machines with few CPUs.
 *
 * Records of one process from several CPUs are sorted by their time.
 *
 * An exec that changes the credentials of a task (setuid) removes its perf
 * events, and the kernel writes EXIT for that although the task continues. Such
 * an EXIT is recognised by its position: after the COMM of the exec, before
 * anything is mapped.
 */
#include "runtime/kernel/mmap_events.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/vec.h"
#include "runtime/kernel/bpf_error.h"
#include "runtime/kernel/sys.h"

/* of a ring; the rings of all CPUs together, if they are not the smallest */
enum { PAGES_MIN = 8, ALL_PAGES_MIN = 64, PAGES_MAX = 256, PAGES_TOTAL = 1024 };

struct watch {
	int fd;
	size_t data_bytes;
	struct perf_event_mmap_page *page; /* the data follows it */
};

/* A record, copied out of its ring. */
struct record {
	uint64_t time_ns;
	size_t off; /* offset in kern_mmaps.bytes */
};

struct kern_mmaps {
	const struct kern_cpus *cpus; /* borrowed */
	size_t page_bytes;
	VEC(struct watch) watches;
	VEC(struct record) records; /* read in one call */
	VEC(uint8_t) bytes;
	/* processes that have mapped nothing since their exec */
	VEC(pid_t) execs;
	int epoll_fd;
	bool is_all; /* watches all processes */
	bool is_lazy; /* the reader is not woken by each record */
};

struct kern_mmaps *kern_mmaps_create(const struct kern_cpus *cpus, bool is_lazy)
{
	int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	struct kern_mmaps *mmaps;

	if (epoll_fd < 0)
		return NULL;
	mmaps = xcalloc(1, sizeof(*mmaps));
	mmaps->cpus = cpus;
	mmaps->is_lazy = is_lazy;
	mmaps->epoll_fd = epoll_fd;
	mmaps->page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	return mmaps;
}

void kern_mmaps_destroy(struct kern_mmaps *mmaps)
{
	if (!mmaps)
		return;
	for (size_t i = 0; i < mmaps->watches.cnt; i++) {
		munmap(mmaps->watches.v[i].page,
		       mmaps->page_bytes + mmaps->watches.v[i].data_bytes);
		close(mmaps->watches.v[i].fd);
	}
	close(mmaps->epoll_fd);
	vec_deinit(&mmaps->watches);
	vec_deinit(&mmaps->records);
	vec_deinit(&mmaps->bytes);
	vec_deinit(&mmaps->execs);
	free(mmaps);
}

/* ---------------------------------------------------------------- watching */

/* @pid -1: all processes. @page_cnt: of the ring, a power of 2. */
static int watch_cpu(struct kern_mmaps *mmaps, pid_t pid, uint32_t cpu,
		     uint32_t page_cnt)
{
	size_t data_bytes = mmaps->page_bytes * page_cnt;
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TIME,
		.inherit = pid >= 0,
		.watermark = 1,
		.wakeup_watermark =
			mmaps->is_lazy ? (uint32_t)data_bytes / 4 : 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.mmap = 1,
		.mmap2 = 1,
		.task = 1,
		.comm = 1,
		.comm_exec = 1,
		.sample_id_all = 1,
		.exclude_kernel = 1,
	};
	_cleanup_close_ int fd = sys_perf_event_open(&attr, pid, (int)cpu);
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };
	void *page;

	if (fd < 0)
		return fd;
	page = mmap(NULL, mmaps->page_bytes + data_bytes,
		    PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		return -errno;
	if (epoll_ctl(mmaps->epoll_fd, EPOLL_CTL_ADD, fd, &event)) {
		int err = -errno;

		munmap(page, mmaps->page_bytes + data_bytes);
		return err;
	}
	*vec_add(&mmaps->watches) = (struct watch){ take_fd(fd), data_bytes,
						    page };
	return 0;
}

int kern_mmaps_fd(const struct kern_mmaps *mmaps)
{
	return mmaps ? mmaps->epoll_fd : -1;
}

/*
 * Rings of this size, one for each CPU, have room for a burst. Without the
 * capability, all rings of the user share perf_event_mlock_kb.
 */
static uint32_t large_page_cnt(const struct kern_cpus *cpus, uint32_t least)
{
	uint32_t cnt = kern_has_cap(CAP_IPC_LOCK) ? PAGES_MAX : least;
	uint32_t online_cnt = 0;

	for (uint32_t cpu = 0; cpu < cpus->cpu_max; cpu++)
		online_cnt += cpus->online[cpu];
	while (cnt > least && cnt * online_cnt > PAGES_TOTAL)
		cnt /= 2;
	return cnt;
}

static int watch_cpus(struct kern_mmaps *mmaps, pid_t pid, uint32_t page_cnt)
{
	int err = 0;

	for (uint32_t cpu = 0; cpu < mmaps->cpus->cpu_max && !err; cpu++)
		if (mmaps->cpus->online[cpu])
			err = watch_cpu(mmaps, pid, cpu, page_cnt);
	return err;
}

int kern_mmaps_watch_all(struct kern_mmaps *mmaps)
{
	if (!mmaps)
		return -EMFILE;
	mmaps->is_all = true;
	return watch_cpus(mmaps, -1,
			  large_page_cnt(mmaps->cpus, ALL_PAGES_MIN));
}

int kern_mmaps_watch(struct kern_mmaps *mmaps, pid_t pid)
{
	uint32_t page_cnt = PAGES_MIN;

	if (!mmaps)
		return -EMFILE;
	if (mmaps->is_all)
		return 0; /* like every process */
	if (!mmaps->watches.cnt)
		page_cnt = large_page_cnt(mmaps->cpus, PAGES_MIN);
	return watch_cpus(mmaps, pid, page_cnt);
}

/* ----------------------------------------------------------------- reading */

static void copy_out(uint8_t *to, const uint8_t *ring, size_t ring_bytes,
		     uint64_t pos, size_t len)
{
	size_t at = pos % ring_bytes;
	size_t first = len < ring_bytes - at ? len : ring_bytes - at;

	memcpy(to, ring + at, first);
	memcpy(to + first, ring, len - first);
}

/* The time is the last word of a record (sample_id_all). */
static void keep_record(struct kern_mmaps *mmaps, const uint8_t *ring,
			size_t ring_bytes, uint64_t pos, size_t len)
{
	struct record record = { .off = mmaps->bytes.cnt };

	for (size_t i = 0; i < len; i++)
		vec_push(&mmaps->bytes, 0);
	copy_out(mmaps->bytes.v + record.off, ring, ring_bytes, pos, len);
	memcpy(&record.time_ns, mmaps->bytes.v + record.off + len - 8, 8);
	vec_push(&mmaps->records, record);
}

static void drain(struct kern_mmaps *mmaps, const struct watch *watch)
{
	const uint8_t *ring = (const uint8_t *)watch->page + mmaps->page_bytes;
	uint64_t head = __atomic_load_n(&watch->page->data_head,
					__ATOMIC_ACQUIRE);
	uint64_t tail = watch->page->data_tail;

	while (tail < head) {
		struct perf_event_header header;

		copy_out((uint8_t *)&header, ring, watch->data_bytes, tail,
			 sizeof(header));
		if (header.size < sizeof(header) + 8)
			break;
		keep_record(mmaps, ring, watch->data_bytes, tail, header.size);
		tail += header.size;
	}
	__atomic_store_n(&watch->page->data_tail, head, __ATOMIC_RELEASE);
}

/* linux/perf_event.h, PERF_RECORD_MMAP2 */
struct mmap2_record {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t maj, min;
	uint64_t ino, ino_generation;
	uint32_t prot, flags;
	char filename[];
};

/* PERF_RECORD_FORK and PERF_RECORD_EXIT */
struct task_record {
	struct perf_event_header header;
	uint32_t pid, ppid, tid, ptid;
};

/* PERF_RECORD_COMM */
struct comm_record {
	struct perf_event_header header;
	uint32_t pid, tid;
};

/* Returns whether @pid has mapped nothing since its exec, and forgets that. */
static bool forget_exec(struct kern_mmaps *mmaps, uint32_t pid)
{
	for (size_t i = 0; i < mmaps->execs.cnt; i++) {
		if (mmaps->execs.v[i] != (pid_t)pid)
			continue;
		mmaps->execs.v[i] = mmaps->execs.v[--mmaps->execs.cnt];
		return true;
	}
	return false;
}

static void note_exec(struct kern_mmaps *mmaps, const struct comm_record *comm)
{
	if (!(comm->header.misc & PERF_RECORD_MISC_COMM_EXEC))
		return; /* it changed its own name */
	forget_exec(mmaps, comm->pid);
	vec_push(&mmaps->execs, (pid_t)comm->pid);
}

static void tell_mmap(const struct mmap2_record *r, uint64_t time_ns,
		      const struct kern_mmaps_ops *ops, void *ctx)
{
	struct kern_mmap mmap = {
		.start_uaddr = r->addr,
		.end_uaddr = r->addr + r->len,
		.fileoff = r->pgoff,
		.ino = r->ino,
		.dev_major = r->maj,
		.dev_minor = r->min,
		.path = r->filename,
		.time_ns = time_ns,
	};

	ops->mapped(ctx, (pid_t)r->pid, &mmap);
}

static void tell(struct kern_mmaps *mmaps, const void *record,
		 uint64_t time_ns, const struct kern_mmaps_ops *ops,
		 void *ctx)
{
	const struct perf_event_header *header = record;
	const struct mmap2_record *mmap = record;
	const struct task_record *task = record;

	switch (header->type) {
	case PERF_RECORD_MMAP2:
		forget_exec(mmaps, mmap->pid);
		tell_mmap(mmap, time_ns, ops, ctx);
		break;
	case PERF_RECORD_COMM:
		note_exec(mmaps, record);
		break;
	case PERF_RECORD_FORK:
		if (task->pid != task->ppid)
			ops->forked(ctx, (pid_t)task->ppid, (pid_t)task->pid,
				    time_ns);
		break;
	case PERF_RECORD_EXIT:
		if (task->pid == task->tid && !forget_exec(mmaps, task->pid))
			ops->ended(ctx, (pid_t)task->pid, time_ns);
		break;
	case PERF_RECORD_LOST:
		mmaps->execs.cnt = 0;
		if (ops->lost)
			ops->lost(ctx);
		break;
	}
}

static int compare_records(const void *a_, const void *b_)
{
	const struct record *a = a_, *b = b_;

	if (a->time_ns != b->time_ns)
		return a->time_ns < b->time_ns ? -1 : 1;
	return a->off < b->off ? -1 : a->off > b->off;
}

/*
 * Events of a process hang up when it and its children have ended, and would
 * then wake the reader for ever. Those that have not hung up now wake it again.
 */
static void forget_ended(struct kern_mmaps *mmaps)
{
	struct epoll_event events[16];
	int cnt;

	if (mmaps->is_all)
		return;
	cnt = epoll_wait(mmaps->epoll_fd, events,
			 sizeof(events) / sizeof(events[0]), 0);
	for (int i = 0; i < cnt; i++)
		if (events[i].events & EPOLLHUP)
			epoll_ctl(mmaps->epoll_fd, EPOLL_CTL_DEL,
				  events[i].data.fd, NULL);
}

void kern_mmaps_read(struct kern_mmaps *mmaps,
		     const struct kern_mmaps_ops *ops, void *ctx)
{
	if (!mmaps)
		return;
	mmaps->records.cnt = 0;
	mmaps->bytes.cnt = 0;
	forget_ended(mmaps);
	for (size_t i = 0; i < mmaps->watches.cnt; i++)
		drain(mmaps, &mmaps->watches.v[i]);
	if (mmaps->records.cnt)
		qsort(mmaps->records.v, mmaps->records.cnt,
		      sizeof(mmaps->records.v[0]), compare_records);
	for (size_t i = 0; i < mmaps->records.cnt; i++)
		tell(mmaps, mmaps->bytes.v + mmaps->records.v[i].off,
		     mmaps->records.v[i].time_ns, ops, ctx);
}
