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
 * (alternating_threads.h).
 *
 * A process may execute another program while its maps are being read, which
 * makes the result invalid. The kernel has then forgotten the process
 * (unwind_requests.c) or has another question of it, and nothing is stored.
 */
#include "runtime/session/unwind/unwind_keeper.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/vec.h"
#include "runtime/kernel/helper_thread.h"
#include "runtime/kernel/mmap_events.h"
#include "runtime/session/unwind/alternating_threads.h"
#include "runtime/session/unwind/unwind_processes.h"
#include "sdt/process.h"

enum { THREAD_CNT = CPU_TURNS };

/* Something to do: a file, or else a process. */
struct order {
	char *path; /* owned */
	pid_t pid;
	bool is_child; /* a child that waits before its exec */
};

struct unwind_keeper {
	struct keeper_thread {
		struct unwind_keeper *keeper;
		pthread_t thread;
		struct cpu_turn cpus;
	} threads[THREAD_CNT];
	unsigned int thread_cnt; /* threads that were started */
	int order_fd; /* eventfd: there are orders, or it is the end */
	struct alternating_threads turns;
	/* used by the thread whose turn it is */
	struct unwind_processes processes;
	/* reports mappings of ordered processes; or NULL */
	struct kern_mmaps *mmaps;
	uint32_t mapped_tgid; /* the process of the last notice */
	/* shared by these threads and dtrace's main thread */
	pthread_mutex_t lock;
	pthread_cond_t idle;
	VEC(struct order) orders;
	bool is_busy, is_ending;
};

/* ------------------------------------------------------------------- thread */

static void answer(struct unwind_keeper *keeper)
{
	struct unwind_processes *processes = &keeper->processes;
	struct unw_asked asked;

	while (kern_unwind_next(processes->kern, &asked)) {
		pid_t pid = (pid_t)asked.pid;
		uint32_t generation = pid ? asked.generation : 0;

		if (!pid)
			pid = unwind_processes_get(processes, asked.tgid)->pid;
		/*
		 * The mark of an exec is always answered: perhaps a program
		 * has asked since.
		 */
		if (pid)
			unwind_processes_learn(processes, pid, asked.tgid,
					       generation, false);
	}
}

/* A notice of the kernel; all that the process maps is read. */
static void mapped(void *ctx, pid_t pid, const struct kern_mmap *mmap)
{
	struct unwind_keeper *keeper = ctx;
	uint32_t tgid = (uint32_t)pid;
	const struct unwind_process *process =
		unwind_processes_find(&keeper->processes, tgid);

	(void)mmap;
	if (process && process->pid && process->tgid != keeper->mapped_tgid)
		unwind_processes_learn(&keeper->processes, pid, tgid, 0, false);
	keeper->mapped_tgid = tgid;
}

/* A child is known from its start on, so its exec will be reported. */
static void forked(void *ctx, pid_t parent, pid_t child, uint64_t time_ns)
{
	struct unwind_keeper *keeper = ctx;
	uint32_t tgid = (uint32_t)parent;
	const struct unwind_process *process =
		unwind_processes_find(&keeper->processes, tgid);

	(void)time_ns;
	if (!process)
		return;
	unwind_processes_get(&keeper->processes, (uint32_t)child)->is_ordered =
		process->is_ordered;
	unwind_processes_learn(&keeper->processes, child, (uint32_t)child, 0,
			       true);
	/* it may have ended before it was made known */
	if (sdt_process_has_ended(child))
		kern_unwind_forget(keeper->processes.kern, (uint32_t)child);
}

/* The next process with this number is another one. */
static void ended(void *ctx, pid_t pid, uint64_t time_ns)
{
	struct unwind_keeper *keeper = ctx;
	uint32_t tgid = (uint32_t)pid;
	struct unwind_process *process =
		unwind_processes_find(&keeper->processes, tgid);

	(void)time_ns;
	if (process)
		process->is_ordered = false;
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
	struct unwind_process *process =
		unwind_processes_get(&keeper->processes, (uint32_t)pid);

	if (keeper->mmaps)
		kern_mmaps_watch(keeper->mmaps, pid);
	process->pid = pid;
	process->is_ordered = true;
	/* what it maps before its exec is our own */
	if (is_child)
		kern_unwind_tell(keeper->processes.kern, (uint32_t)pid,
				 &pending, false);
	else
		unwind_processes_learn(&keeper->processes, pid, (uint32_t)pid,
				       0, true);
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
			unwind_files_open(&keeper->processes.files, order.path);
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

static void *run(void *arg)
{
	struct keeper_thread *thread = arg;
	struct unwind_keeper *keeper = thread->keeper;
	int wait_ms = -1;
	struct pollfd fds[] = {
		{ .fd = kern_unwind_fd(keeper->processes.kern),
		  .events = POLLIN },
		{ .fd = keeper->order_fd, .events = POLLIN },
		{ .fd = keeper->mmaps ? kern_mmaps_fd(keeper->mmaps) : -1,
		  .events = POLLIN },
	};

	alternating_threads_join(&keeper->turns, &thread->cpus);
	kern_thread_set_urgent(true);
	while (poll(fds, 3, wait_ms), !is_ending(keeper)) {
		alternating_threads_take(&keeper->turns, &thread->cpus);
		take_wake(keeper);
		answer(keeper);
		read_notices(keeper);
		obey(keeper);
		unwind_processes_forget_ended(&keeper->processes);
		wait_ms = unwind_processes_allow_questions(&keeper->processes);
		alternating_threads_end(&keeper->turns, &thread->cpus);
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

static int extend_space(void *ctx, size_t bytes)
{
	return kern_map_extend(ctx, bytes);
}

struct unwind_keeper *unwind_keeper_start(struct kern_maps *maps,
					  const struct kern_cpus *cpus,
					  int *err_ret)
{
	struct kern_map *map = &maps->by_role[MAP_UNWIND_SPACE];
	const struct unwtab_space space = {
		.mem = map->mem,
		.bytes = map->mem_bytes,
		.extend = extend_space,
		.ctx = map,
	};
	struct unwind_keeper *keeper;
	struct kern_unwind *kern = kern_unwind_open(maps, err_ret);

	if (!kern)
		return NULL;
	keeper = xcalloc(1, sizeof(*keeper));
	keeper->processes.kern = kern;
	unwind_files_init(&keeper->processes.files, &space,
			  kern_thread_set_urgent);
	keeper->mmaps = kern_mmaps_create(cpus, false);
	keeper->order_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	alternating_threads_init(&keeper->turns);
	pthread_mutex_init(&keeper->lock, NULL);
	pthread_cond_init(&keeper->idle, NULL);
	*err_ret = keeper->order_fd < 0 ? -errno : start_threads(keeper);
	if (!*err_ret)
		return keeper;
	unwind_keeper_stop(keeper);
	return NULL;
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
	kern_mmaps_destroy(keeper->mmaps);
	unwind_processes_deinit(&keeper->processes);
	kern_unwind_close(keeper->processes.kern);
	pthread_cond_destroy(&keeper->idle);
	pthread_mutex_destroy(&keeper->lock);
	alternating_threads_deinit(&keeper->turns);
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

int unwind_keeper_see_ends(struct unwind_keeper *keeper)
{
	return keeper ? kern_unwind_see_ends(keeper->processes.kern) : 0;
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
	return keeper &&
		__atomic_exchange_n(&keeper->processes.files.is_full, false,
				    __ATOMIC_SEQ_CST);
}
