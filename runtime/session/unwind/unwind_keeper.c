// SPDX-License-Identifier: BSD-2-Clause
/*
 * BPF programs send requests through a ring buffer, which wakes two threads;
 * dtrace itself sends orders through a queue:
 *
 *	question or order -> /proc/PID/maps -> tables of files that are new
 *	-> ranges of the process -> hash map
 *
 * A program that finds no mapping for an address asks once; the mappings of the
 * process are then read again. It may ask again after RETRY_MS, so that an
 * invalid address does not keep these threads busy.
 *
 * A program that waits for an answer occupies its CPU, and threads that were
 * woken there cannot run. So the first of the two that runs answers
 * (cpu_turns.h).
 *
 * A process may execute another program while its maps are being read, which
 * makes the result invalid. The kernel has then forgotten the process
 * (unwind_maps.c) or has another question of it, and nothing is stored.
 */
#include "runtime/session/unwind/unwind_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/cleanup.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/vec.h"
#include "runtime/kernel/map/unwind_maps.h"
#include "runtime/kernel/mmaps.h"
#include "runtime/kernel/thread.h"
#include "runtime/session/unwind/cpu_turns.h"
#include "runtime/session/unwind/unwind_files.h"
#include "runtime/symbol/unwind/unwind_table.h"
#include "sdt/maps.h"

enum { RETRY_MS = 20, PROCESS_CNT_MAX = 2048, THREAD_CNT = CPU_TURNS };

/* A process that programs know of. */
struct kept {
	pid_t pid;
	uint32_t tgid;
	bool is_ordered; /* or a child of one that is */
	struct unw_known known;
	uint64_t retry_ns; /* then it may ask again; 0: it may */
};

/* Something to do: a file, or else a process. */
struct order {
	char *path; /* owned */
	pid_t pid;
	bool is_child; /* which waits before its exec */
};

struct unwind_keeper {
	struct keeper_thread {
		struct unwind_keeper *keeper;
		pthread_t thread;
		struct cpu_turn cpus;
	} threads[THREAD_CNT];
	unsigned int thread_cnt; /* that were started */
	struct kern_unwind *kern;
	int order_fd; /* eventfd: there are orders, or the end */
	struct cpu_turns turns;
	/* of the thread whose turn it is */
	struct unwind_files files;
	struct map kept; /* tgid -> struct kept, owned */
	struct kern_mmaps *mmaps; /* of processes that were ordered; or NULL */
	uint32_t mapped_tgid; /* the last notice was about */
	struct sdt_maps maps;
	VEC(struct unw_range) ranges; /* as they were read last */
	/* of these threads and of dtrace's main one */
	pthread_mutex_t lock;
	pthread_cond_t idle;
	VEC(struct order) orders;
	bool is_busy, is_ending;
};

/* ---------------------------------------------------------------- processes */

static bool is_path(const struct sdt_maps_line *line, const char *path)
{
	return line->path_len == strlen(path) &&
	       !memcmp(line->path, path, line->path_len);
}

/*
 * Finds where the file's first block is in memory; false: not by this mapping.
 */
static bool place(const struct unwtab_file *file,
		  const struct sdt_maps_line *line, struct unw_range *range)
{
	uint64_t len = line->end_uaddr - line->start_uaddr;

	for (size_t i = 0; i < file->segment_cnt; i++) {
		const struct ehframe_segment *segment = &file->segments[i];

		if (segment->fileoff + segment->bytes <= line->fileoff ||
		    segment->fileoff >= line->fileoff + len)
			continue;
		range->text = line->start_uaddr - line->fileoff +
			segment->fileoff - segment->vaddr + file->text_vaddr;
		return true;
	}
	return false;
}

static struct unw_range make_range(struct unwind_keeper *keeper, pid_t pid,
				   const struct sdt_maps_line *line)
{
	struct unw_range range = { .start = line->start_uaddr,
				   .end = line->end_uaddr,
				   .index = UNW_INDEX_NONE };
	struct unwtab_file *file;

	if (is_path(line, "[uprobes]")) {
		/*
		 * a return address can be its first byte, if a call ends just
		 * before it
		 */
		range.start--;
		range.index = UNW_INDEX_RETURN;
		return range;
	}
	if (is_path(line, "[vdso]"))
		file = unwind_files_vdso(&keeper->files,
					 range.end - range.start);
	else if (line->ino)
		file = unwind_files_mapped(&keeper->files, pid, line);
	else
		file = NULL;
	if (file && !file->block_cnt) {
		range.index = file->index;
	} else if (file && place(file, line, &range)) {
		range.index = file->index;
		range.block_cnt = file->block_cnt;
	} else if (!line->ino && !is_path(line, "[vdso]")) {
		range.index = UNW_INDEX_FRAME; /* made by the program */
	}
	return range;
}

static void add_range(struct unwind_keeper *keeper, struct unw_range range)
{
	struct unw_range *last = keeper->ranges.cnt ?
		&keeper->ranges.v[keeper->ranges.cnt - 1] : NULL;

	if (last && last->end == range.start && !last->block_cnt &&
	    !range.block_cnt && last->index == range.index)
		last->end = range.end;
	else
		vec_push(&keeper->ranges, range);
}

static int read_ranges(struct unwind_keeper *keeper, pid_t pid)
{
	int err = sdt_maps_read(&keeper->maps, pid);
	struct sdt_maps_line line;
	size_t pos = 0;

	keeper->ranges.cnt = 0;
	while (!err && sdt_maps_next(&keeper->maps, &pos, &line))
		if (line.is_exec && line.end_uaddr >> 63 == 0)
			add_range(keeper, make_range(keeper, pid, &line));
	return err;
}

static struct kept *find_kept(struct unwind_keeper *keeper, uint32_t tgid)
{
	struct kept **slot = (struct kept **)map_put(&keeper->kept, &tgid,
						     sizeof(tgid));

	if (!*slot) {
		*slot = xcalloc(1, sizeof(**slot));
		(*slot)->tgid = tgid;
	}
	return *slot;
}

static void drop(struct unwind_keeper *keeper, struct kept *kept)
{
	if (kept->known.off)
		unwtab_free_ranges(keeper->files.tab, &kept->known);
	kept->known = (struct unw_known){ 0 };
	kept->retry_ns = 0;
}

/* Memory of processes that have ended. */
static void clean(struct unwind_keeper *keeper)
{
	for (size_t i = 0; i < keeper->kept.cnt; i++) {
		struct kept *kept = keeper->kept.entries[i].value;
		struct unw_known known;

		if (kept->known.off &&
		    (kern_unwind_lookup(keeper->kern, kept->tgid, &known) ||
		     !known.off))
			drop(keeper, kept);
	}
}

static void set_asked(struct unwind_keeper *keeper, const struct kept *kept,
		      enum unw_question asked)
{
	struct unw_proc *proc = unwtab_proc(keeper->files.tab, &kept->known);

	__atomic_store_n(&proc->asked, asked, __ATOMIC_SEQ_CST);
}

/* Is the stored answer still valid? */
static bool is_same(struct unwind_keeper *keeper, const struct kept *kept)
{
	const struct unw_proc *proc;

	if (!kept->known.off)
		return false;
	proc = unwtab_proc(keeper->files.tab, &kept->known);
	if (proc->range_cnt != keeper->ranges.cnt)
		return false;
	/* a process without a file that has a table has no ranges */
	return !proc->range_cnt ||
	       !memcmp(proc + 1, keeper->ranges.v,
		       proc->range_cnt * sizeof(struct unw_range));
}

/*
 * Reads a process and publishes its mappings. @generation: that of the request,
 * which must still be the current one; 0: no request.
 */
static void learn(struct unwind_keeper *keeper, pid_t pid, uint32_t tgid,
		  uint32_t generation)
{
	struct kept *kept = find_kept(keeper, tgid);
	struct unw_known known, now = { 0 };
	int err = read_ranges(keeper, pid);

	if (kern_unwind_lookup(keeper->kern, tgid, &now))
		now = (struct unw_known){ 0 };
	if (generation && now.generation != generation)
		return;
	kept->pid = pid;
	if (!err && now.off && now.off == kept->known.off &&
	    is_same(keeper, kept)) {
		set_asked(keeper, kept, UNW_IS_ALL);
		kept->retry_ns = clock_ns(CLOCK_MONOTONIC) +
			RETRY_MS * UINT64_C(1000000);
		return;
	}
	if (!err)
		err = unwtab_put_ranges(keeper->files.tab, keeper->ranges.v,
					keeper->ranges.cnt, &known);
	/* the mappings are unchanged, so another request would get the same
	 * answer */
	if (err)
		return;
	known.wait_max = kept->is_ordered ? UNW_ORDERED_WAITS : 0;
	if (kern_unwind_tell(keeper->kern, tgid, &known)) {
		unwtab_free_ranges(keeper->files.tab, &known);
		return;
	}
	drop(keeper, kept);
	kept->known = known;
	if (keeper->kept.cnt % PROCESS_CNT_MAX == PROCESS_CNT_MAX - 1)
		clean(keeper);
}

/* ------------------------------------------------------------------- thread */

static void answer(struct unwind_keeper *keeper)
{
	struct unw_asked asked;

	while (kern_unwind_next(keeper->kern, &asked)) {
		pid_t pid = (pid_t)asked.pid;

		if (!pid)
			pid = find_kept(keeper, asked.tgid)->pid;
		if (pid)
			learn(keeper, pid, asked.tgid, asked.generation);
	}
}

/* A notice of the kernel; all that the process maps is read. */
static void mapped(void *ctx, pid_t pid, const struct kern_mmap *mmap)
{
	struct unwind_keeper *keeper = ctx;
	uint32_t tgid = (uint32_t)pid;
	void **slot = map_find(&keeper->kept, &tgid, sizeof(tgid));
	const struct kept *kept = slot ? *slot : NULL;

	(void)mmap;
	if (kept && kept->pid && kept->tgid != keeper->mapped_tgid)
		learn(keeper, pid, tgid, 0);
	keeper->mapped_tgid = tgid;
}

/* A child is known from its start on, so its exec will be reported. */
static void forked(void *ctx, pid_t parent, pid_t child, uint64_t time_ns)
{
	struct unwind_keeper *keeper = ctx;
	uint32_t tgid = (uint32_t)parent;
	void **slot = map_find(&keeper->kept, &tgid, sizeof(tgid));
	const struct kept *kept = slot ? *slot : NULL;

	(void)time_ns;
	if (!kept)
		return;
	find_kept(keeper, (uint32_t)child)->is_ordered = kept->is_ordered;
	learn(keeper, child, (uint32_t)child, 0);
}

static void ended(void *ctx, pid_t pid, uint64_t time_ns)
{
	(void)ctx, (void)pid, (void)time_ns;
}

static void read_notices(struct unwind_keeper *keeper)
{
	static const struct kern_mmaps_ops ops = {
		.mapped = mapped,
		.forked = forked,
		.ended = ended,
	};

	keeper->mapped_tgid = 0;
	if (keeper->mmaps)
		kern_mmaps_read(keeper->mmaps, &ops, keeper);
}

/* From now on each change of its mappings is read at once. */
static void watch(struct unwind_keeper *keeper, pid_t pid, bool is_child)
{
	const struct unw_known pending = { .generation = 1,
					   .wait_max = UNW_ORDERED_WAITS };
	struct kept *kept = find_kept(keeper, (uint32_t)pid);

	if (keeper->mmaps)
		kern_mmaps_watch(keeper->mmaps, pid);
	kept->pid = pid;
	kept->is_ordered = true;
	/* what it maps before its exec is our own */
	if (is_child)
		kern_unwind_tell(keeper->kern, (uint32_t)pid, &pending);
	else
		learn(keeper, pid, (uint32_t)pid, 0);
}

/* The next order; false: there is none. */
static bool take_order(struct unwind_keeper *keeper, struct order *ret)
{
	bool has_order;

	pthread_mutex_lock(&keeper->lock);
	has_order = keeper->orders.cnt && !keeper->is_ending;
	if (has_order) {
		*ret = keeper->orders.v[0];
		keeper->orders.cnt--;
		memmove(keeper->orders.v, keeper->orders.v + 1,
			keeper->orders.cnt * sizeof(*ret));
	}
	keeper->is_busy = has_order;
	if (!has_order)
		pthread_cond_broadcast(&keeper->idle);
	pthread_mutex_unlock(&keeper->lock);
	return has_order;
}

static void obey(struct unwind_keeper *keeper)
{
	struct order order;

	while (take_order(keeper, &order)) {
		if (order.path)
			unwind_files_open(&keeper->files, order.path);
		else
			watch(keeper, order.pid, order.is_child);
		free(order.path);
		answer(keeper);
	}
}

static bool is_ending(struct unwind_keeper *keeper)
{
	bool ret;

	pthread_mutex_lock(&keeper->lock);
	ret = keeper->is_ending;
	pthread_mutex_unlock(&keeper->lock);
	return ret;
}

static void wake(struct unwind_keeper *keeper)
{
	uint64_t one = 1;

	/* it is never full: the thread takes all of it at once */
	if (write(keeper->order_fd, &one, sizeof(one)) < 0)
		return;
}

/*
 * Takes out of the eventfd what woke the threads. The end, which may have come
 * while this one was at work, is put back: the other one waits for it, too.
 */
static void take_wake(struct unwind_keeper *keeper)
{
	uint64_t cnt;

	if (read(keeper->order_fd, &cnt, sizeof(cnt)) < 0)
		return;
	if (is_ending(keeper))
		wake(keeper);
}

/* Allows processes to ask again; returns the time until the next one may, or
 * -1. */
static int allow_questions(struct unwind_keeper *keeper)
{
	uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);
	bool has_more = false;

	for (size_t i = 0; i < keeper->kept.cnt; i++) {
		struct kept *kept = keeper->kept.entries[i].value;

		if (!kept->retry_ns)
			continue;
		if (kept->retry_ns > now_ns) {
			has_more = true;
			continue;
		}
		kept->retry_ns = 0;
		if (kept->known.off)
			set_asked(keeper, kept, UNW_NOT_ASKED);
	}
	return has_more ? RETRY_MS : -1;
}

static void *run(void *arg)
{
	struct keeper_thread *thread = arg;
	struct unwind_keeper *keeper = thread->keeper;
	int wait_ms = -1;
	struct pollfd fds[] = {
		{ .fd = kern_unwind_fd(keeper->kern), .events = POLLIN },
		{ .fd = keeper->order_fd, .events = POLLIN },
		{ .fd = keeper->mmaps ? kern_mmaps_fd(keeper->mmaps) : -1,
		  .events = POLLIN },
	};

	cpu_turns_join(&keeper->turns, &thread->cpus);
	kern_thread_set_urgent(true);
	while (poll(fds, 3, wait_ms), !is_ending(keeper)) {
		cpu_turns_take(&keeper->turns, &thread->cpus);
		take_wake(keeper);
		answer(keeper);
		read_notices(keeper);
		obey(keeper);
		wait_ms = allow_questions(keeper);
		cpu_turns_end(&keeper->turns, &thread->cpus);
	}
	return NULL;
}

/* ------------------------------------------------------------- from outside */

/* One is enough; 0 or -errno. */
static int start_threads(struct unwind_keeper *keeper)
{
	int err = 0;

	for (unsigned int i = 0; i < THREAD_CNT && !err; i++) {
		struct keeper_thread *thread = &keeper->threads[i];

		thread->keeper = keeper;
		err = kern_thread_start(&thread->thread, run, thread);
		if (!err)
			keeper->thread_cnt++;
	}
	return keeper->thread_cnt ? 0 : err;
}

struct unwind_keeper *unwind_keeper_start(const struct kern_maps *maps,
					  const struct kern_cpus *cpus,
					  int *err_ret)
{
	const struct kern_map *space = &maps->by_role[MAP_UNWIND_SPACE];
	struct unwind_keeper *keeper;
	struct kern_unwind *kern = kern_unwind_open(maps, err_ret);

	if (!kern)
		return NULL;
	keeper = xcalloc(1, sizeof(*keeper));
	keeper->kern = kern;
	unwind_files_init(&keeper->files, space->mem, space->mem_bytes,
			  kern_thread_set_urgent);
	keeper->mmaps = kern_mmaps_create_waking(cpus);
	keeper->order_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	cpu_turns_init(&keeper->turns);
	pthread_mutex_init(&keeper->lock, NULL);
	pthread_cond_init(&keeper->idle, NULL);
	*err_ret = keeper->order_fd < 0 ? -errno : start_threads(keeper);
	if (!*err_ret)
		return keeper;
	unwind_keeper_stop(keeper);
	return NULL;
}

static void free_values(struct map *map)
{
	for (size_t i = 0; i < map->cnt; i++)
		free(map->entries[i].value);
	map_deinit(map);
}

void unwind_keeper_stop(struct unwind_keeper *keeper)
{
	if (!keeper)
		return;
	pthread_mutex_lock(&keeper->lock);
	keeper->is_ending = true;
	pthread_mutex_unlock(&keeper->lock);
	wake(keeper);
	for (unsigned int i = 0; i < keeper->thread_cnt; i++)
		pthread_join(keeper->threads[i].thread, NULL);
	if (keeper->order_fd >= 0)
		close(keeper->order_fd);
	for (size_t i = 0; i < keeper->orders.cnt; i++)
		free(keeper->orders.v[i].path);
	vec_deinit(&keeper->orders);
	vec_deinit(&keeper->ranges);
	free_values(&keeper->kept);
	sdt_maps_deinit(&keeper->maps);
	kern_mmaps_destroy(keeper->mmaps);
	unwind_files_deinit(&keeper->files);
	kern_unwind_close(keeper->kern);
	pthread_cond_destroy(&keeper->idle);
	pthread_mutex_destroy(&keeper->lock);
	cpu_turns_deinit(&keeper->turns);
	free(keeper);
}

static void give(struct unwind_keeper *keeper, const char *path, pid_t pid,
		 bool is_child)
{
	if (!keeper)
		return;
	pthread_mutex_lock(&keeper->lock);
	*vec_add(&keeper->orders) = (struct order){
		.path = path ? xstrdup(path) : NULL,
		.pid = pid,
		.is_child = is_child,
	};
	keeper->is_busy = true;
	pthread_mutex_unlock(&keeper->lock);
	wake(keeper);
}

void unwind_keeper_add_file(struct unwind_keeper *keeper, const char *path)
{
	give(keeper, path, 0, false);
}

void unwind_keeper_add_process(struct unwind_keeper *keeper, pid_t pid,
			       bool is_child)
{
	give(keeper, NULL, pid, is_child);
}

void unwind_keeper_wait(struct unwind_keeper *keeper)
{
	if (!keeper)
		return;
	pthread_mutex_lock(&keeper->lock);
	while (keeper->is_busy || keeper->orders.cnt)
		pthread_cond_wait(&keeper->idle, &keeper->lock);
	pthread_mutex_unlock(&keeper->lock);
}

bool unwind_keeper_was_full(struct unwind_keeper *keeper)
{
	return keeper && __atomic_exchange_n(&keeper->files.is_full, false,
					     __ATOMIC_SEQ_CST);
}
