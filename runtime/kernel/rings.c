/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One BPF ring buffer per CPU, in an array of maps with the CPU number as
 * index. In: the CPUs and the size of a ring; out: the array's descriptor and
 * one descriptor per ring.
 *
 * Each update of an array of maps waits for a grace period (11-15 ms), and a
 * batch update waits once; so it is one batch, in a thread that works while
 * the script compiles. CPUs with holes between their numbers make runs: the
 * batch holds just the possible ones. A CPU that is offline now has a small
 * ring, so that its records are not lost should it come up.
 *
 * The elements are in the array at once; only the system call is late. So
 * kern_rings_wait() waits until the last element is there, leaves the thread
 * in its call, and kern_maps_destroy() joins it: loading, attaching and
 * BEGIN go on meanwhile.
 *
 *	thread  rings, array | update_batch .......... grace period | done
 *	main    compile      | lookup: there | load, attach, run ...
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/kernel/maps.h"
#include "runtime/kernel/sys.h"
#include "runtime/kernel/thread.h"

enum { OFFLINE_RING_BYTES = 64 << 10 };

enum rings_state {
	RINGS_MAKING,
	RINGS_FILLING, /* outer_fd is valid */
	RINGS_DONE,    /* err is valid */
};

struct kern_rings {
	pthread_t thread;
	bool has_thread;
	pthread_mutex_t lock; /* of state */
	pthread_cond_t changed;
	enum rings_state state;
	uint32_t cpu_max;
	uint32_t ring_cnt;
	struct kern_ring *rings; /* owned; fd -1: not made yet */
	int outer_fd;
	int err;
	const char *step; /* static: what failed */
};

uint32_t kern_ring_round(uint64_t bytes)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), size = page;

	while (size * 2 <= bytes && size < 1ULL << 30)
		size *= 2;
	return (uint32_t)size;
}

static int ring_create(uint32_t data_bytes)
{
	struct sys_map_spec spec = {
		.name = "ring",
		.type = BPF_MAP_TYPE_RINGBUF,
		.max_entries = data_bytes,
	};

	return sys_map_create(&spec);
}

static int outer_create(uint32_t cpu_max, int inner_fd)
{
	struct sys_map_spec spec = {
		.name = "rings",
		.type = BPF_MAP_TYPE_ARRAY_OF_MAPS,
		.key_bytes = sizeof(uint32_t),
		.value_bytes = sizeof(uint32_t),
		.max_entries = cpu_max,
		.inner_fd = inner_fd,
	};

	return sys_map_create(&spec);
}

/* One batch where the kernel has it for this type, else one by one. */
static int outer_fill(const struct kern_rings *rings)
{
	uint32_t *keys = xcalloc(rings->ring_cnt, sizeof(*keys));
	uint32_t *fds = xcalloc(rings->ring_cnt, sizeof(*fds));
	uint32_t cnt = rings->ring_cnt;
	int err;

	for (uint32_t i = 0; i < rings->ring_cnt; i++) {
		keys[i] = rings->rings[i].cpu;
		fds[i] = (uint32_t)rings->rings[i].fd;
	}
	err = sys_map_update_batch(rings->outer_fd, keys, fds, &cnt);
	if (err) {
		err = 0;
		for (uint32_t i = 0; i < rings->ring_cnt && !err; i++)
			err = sys_map_update(rings->outer_fd, &keys[i], &fds[i],
					     BPF_ANY);
	}
	free(keys);
	free(fds);
	return err;
}

static void set_state(struct kern_rings *rings, enum rings_state state)
{
	pthread_mutex_lock(&rings->lock);
	rings->state = state;
	pthread_cond_signal(&rings->changed);
	pthread_mutex_unlock(&rings->lock);
}

static int rings_create(struct kern_rings *rings)
{
	rings->step = "create the ring buffers";
	for (uint32_t i = 0; i < rings->ring_cnt; i++) {
		struct kern_ring *ring = &rings->rings[i];

		ring->fd = ring_create(ring->data_bytes);
		if (ring->fd < 0)
			return ring->fd;
	}
	rings->step = "create the array of ring buffers";
	rings->outer_fd = outer_create(rings->cpu_max, rings->rings[0].fd);
	return rings->outer_fd < 0 ? rings->outer_fd : 0;
}

static void *rings_make(void *arg)
{
	struct kern_rings *rings = arg;

	rings->err = rings_create(rings);
	if (!rings->err) {
		rings->step = "fill the array of ring buffers";
		set_state(rings, RINGS_FILLING);
		rings->err = outer_fill(rings);
	}
	set_state(rings, RINGS_DONE);
	return NULL;
}

/* Is the last ring in the array? The thread puts them in by their order. */
static bool is_filled(const struct kern_rings *rings)
{
	uint32_t last = rings->rings[rings->ring_cnt - 1].cpu, id;

	return !sys_map_lookup(rings->outer_fd, &last, &id);
}

/* Waits until programs can use the rings, or it is known that they can't. */
static void usable_wait(struct kern_rings *rings)
{
	const struct timespec pause = { 0, 50 * 1000 };
	enum rings_state state;

	pthread_mutex_lock(&rings->lock);
	while (rings->state == RINGS_MAKING)
		pthread_cond_wait(&rings->changed, &rings->lock);
	state = rings->state;
	pthread_mutex_unlock(&rings->lock);
	while (state == RINGS_FILLING && !is_filled(rings)) {
		nanosleep(&pause, NULL);
		pthread_mutex_lock(&rings->lock);
		state = rings->state;
		pthread_mutex_unlock(&rings->lock);
	}
}

struct kern_rings *kern_rings_start(const struct kern_cpus *cpus,
				    uint32_t ring_bytes)
{
	struct kern_rings *rings = xcalloc(1, sizeof(*rings));
	uint32_t small = ring_bytes < OFFLINE_RING_BYTES ? ring_bytes :
							   OFFLINE_RING_BYTES;

	rings->cpu_max = cpus->cpu_max;
	rings->outer_fd = -1;
	pthread_mutex_init(&rings->lock, NULL);
	pthread_cond_init(&rings->changed, NULL);
	rings->rings = xcalloc(cpus->cpu_max, sizeof(*rings->rings));
	for (uint32_t cpu = 0; cpu < cpus->cpu_max; cpu++) {
		if (!cpus->possible[cpu])
			continue;
		rings->rings[rings->ring_cnt++] = (struct kern_ring){
			.cpu = cpu,
			.data_bytes = cpus->online[cpu] ? ring_bytes : small,
			.fd = -1,
		};
	}
	rings->has_thread =
		!kern_thread_start(&rings->thread, rings_make, rings);
	if (!rings->has_thread)
		rings_make(rings);
	return rings;
}

void kern_rings_destroy(struct kern_rings *rings)
{
	if (!rings)
		return;
	if (rings->has_thread)
		pthread_join(rings->thread, NULL);
	for (uint32_t i = 0; i < rings->ring_cnt; i++) {
		if (rings->rings[i].fd >= 0)
			close(rings->rings[i].fd);
	}
	if (rings->outer_fd >= 0)
		close(rings->outer_fd);
	pthread_mutex_destroy(&rings->lock);
	pthread_cond_destroy(&rings->changed);
	free(rings->rings);
	free(rings);
}

int kern_rings_wait(struct kern_rings *rings, struct kern_maps *maps,
		    struct kern_log *log)
{
	int err;

	usable_wait(rings);
	/* an error is there only when the thread is done */
	pthread_mutex_lock(&rings->lock);
	err = rings->state == RINGS_DONE ? rings->err : 0;
	pthread_mutex_unlock(&rings->lock);
	if (err)
		kern_log_errno(log, err, "can't %s", rings->step);
	if (err || !maps) {
		kern_rings_destroy(rings);
		return err;
	}
	maps->by_role[MAP_RINGS].fd = rings->outer_fd;
	maps->rings = rings->rings;
	maps->ring_cnt = rings->ring_cnt;
	maps->filling = rings;
	return 0;
}
