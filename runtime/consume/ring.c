// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reads records from rings, in order of time.
 *
 * record.h describes the layout of a ring. Positions only grow. A record whose
 * header word is 0 is reserved but not complete: reading stops there. Positions
 * and header words are exchanged by acquire loads and release stores. The
 * memory that was read is cleared before it is given back, because any word of
 * it can be the header of a record on the next round.
 *
 * Order: a ring is nearly sorted by time, not fully, because a task can be
 * preempted between taking the time and reserving. So each ring has a window of
 * records that were read ahead, kept sorted (nearly always by appending), and a
 * pass takes the oldest of the first records of all windows. Records that are
 * not older than the start of the pass stay, because an older record of another
 * CPU may still arrive.
 *
 * Space is given back during the pass, in steps of 1/16 of the ring, up to the
 * oldest record that is still in the window, so that recording continues while
 * the start of a flood of records is printed. Memory: at most WINDOW_MAX
 * entries of 16 bytes for each ring, whatever the size of the rings.
 *
 * The epoll fd reports the bell, which programs ring when they want to be read,
 * not the arrival of data. A record that was written without ringing waits for
 * the next timeout of the caller, so a busy probe does not wake the reader for
 * each record.
 *
 * A ring that is overwritten can be followed only from its newest record to the
 * oldest (record.h). This is done once, and stores in each header word, over
 * the length, how far below the next newer record is: from then on the ring is
 * read like the others, the oldest record first. Nothing is given back.
 *
 * Records of aggregation keys have no place in the output, so they are
 * delivered as soon as they are read: a caller that prints an aggregation knows
 * all keys up to now.
 */
#include "runtime/consume/ring.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/common/record.h"

enum {
	WINDOW_MIN = 64,
	WINDOW_MAX = 16384,
	GIVE_BACK_PARTS = 16,
};

/* ---------------------------------------------------------------- window */

static struct ring_entry *window_at(const struct ring_window *window,
				    uint32_t idx)
{
	return &window->entries[(window->head + idx) & (window->cap - 1)];
}

static void window_grow(struct ring_window *window)
{
	uint32_t cap = window->cap ? window->cap * 2 : WINDOW_MIN;
	struct ring_entry *entries = xcalloc(cap, sizeof(*entries));

	for (uint32_t i = 0; i < window->cnt; i++)
		entries[i] = *window_at(window, i);
	free(window->entries);
	window->entries = entries;
	window->cap = cap;
	window->head = 0;
}

/* Inserts @entry after all entries that are not younger. */
static void window_add(struct ring_window *window, struct ring_entry entry)
{
	uint32_t idx = window->cnt;

	if (window->cnt == window->cap)
		window_grow(window);
	if (!window->cnt)
		window->is_mixed = false;
	while (idx && window_at(window, idx - 1)->time_ns > entry.time_ns) {
		*window_at(window, idx) = *window_at(window, idx - 1);
		window->is_mixed = true;
		idx--;
	}
	*window_at(window, idx) = entry;
	window->cnt++;
}

static struct ring_entry window_pop(struct ring_window *window)
{
	struct ring_entry entry = *window_at(window, 0);

	window->head = (window->head + 1) & (window->cap - 1);
	window->cnt--;
	return entry;
}

/* ------------------------------------------------------------- one ring */

static size_t ring_off(const struct ring *ring, uint64_t pos)
{
	return pos & (ring->chunk_bytes - 1);
}

static uint8_t *ring_at(const struct ring *ring, uint64_t pos)
{
	uint64_t chunk = (pos & (ring->size_bytes - 1)) / ring->chunk_bytes;

	return ring->place.chunks + chunk * ring->place.chunk_stride +
	       ring_off(ring, pos);
}

static uint64_t ring_header(const struct ring *ring, uint64_t pos)
{
	return __atomic_load_n((const uint64_t *)ring_at(ring, pos),
			       __ATOMIC_ACQUIRE);
}

static const uint8_t *ring_payload(const struct ring *ring, uint64_t pos)
{
	return ring_at(ring, pos) + RT_RING_HEADER_BYTES;
}

/*
 * Clears the memory of these positions: the last chunk up to @end, the chunks
 * before it completely, since a record that began in them may reach to their
 * ends.
 */
static void ring_clear(const struct ring *ring, uint64_t pos, uint64_t end)
{
	while (pos < end) {
		size_t off = ring_off(ring, pos);
		uint64_t left = end - pos;

		if (left < ring->chunk_bytes - off) {
			memset(ring_at(ring, pos), 0, left);
			return;
		}
		memset(ring_at(ring, pos), 0, ring->place.chunk_stride - off);
		pos += ring->chunk_bytes - off;
	}
}

/* The bytes that a record of that length occupies; 0: no record is so long. */
static uint64_t ring_record_bytes(const struct ring *ring, uint64_t pos,
				  uint64_t len_bytes)
{
	uint64_t room = ring->place.chunk_stride - ring_off(ring, pos), bytes;

	if (!len_bytes || len_bytes > room)
		return 0;
	bytes = rt_ring_record_bytes((uint32_t)len_bytes);
	return bytes > room ? 0 : bytes;
}

static void ring_tell(struct ring *ring)
{
	if (ring->told_pos == ring->done_pos)
		return;
	ring_clear(ring, ring->told_pos, ring->done_pos);
	__atomic_store_n(&ring->place.head->consumer_pos, ring->done_pos,
			 __ATOMIC_RELEASE);
	ring->told_pos = ring->done_pos;
}

/* The oldest position that is still needed. */
static uint64_t ring_needed_pos(const struct ring *ring)
{
	uint64_t pos = ring->read_pos;

	if (ring->window.cnt && !ring->window.is_mixed)
		return window_at(&ring->window, 0)->pos;
	for (uint32_t i = 0; i < ring->window.cnt; i++) {
		const struct ring_entry *entry = window_at(&ring->window, i);

		if (entry->pos < pos)
			pos = entry->pos;
	}
	return pos;
}

/* The record at @pos was delivered and is no longer needed. */
static void ring_give_back(struct ring *ring, uint64_t pos)
{
	if (ring->place.is_overwritten || pos != ring->done_pos)
		return; /* a lower position is in the window: later */
	ring->done_pos = ring_needed_pos(ring);
	if (ring->done_pos - ring->told_pos >=
	    ring->size_bytes / GIVE_BACK_PARTS)
		ring_tell(ring);
}

/* --------------------------------------------------------------- the set */

void ring_set_init(struct ring_set *set,
		   void (*on_key)(void *ctx, const uint8_t *data,
				  uint32_t len_bytes),
		   void *ctx)
{
	*set = (struct ring_set){
		.epoll_fd = -1,
		.on_key = on_key,
		.ctx = ctx,
	};
}

void ring_set_deinit(struct ring_set *set)
{
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);

	for (size_t i = 0; i < set->rings.cnt; i++)
		free(set->rings.v[i].window.entries);
	if (set->bell_consumer)
		munmap(set->bell_consumer, page_bytes);
	if (set->bell_producer)
		munmap(set->bell_producer, page_bytes);
	if (set->epoll_fd >= 0)
		close(set->epoll_fd);
	vec_deinit(&set->rings);
	set->epoll_fd = -1;
}

void ring_set_add(struct ring_set *set, const struct ring_place *place)
{
	uint64_t pos = place->head->consumer_pos;

	*vec_add(&set->rings) = (struct ring){
		.place = *place,
		.size_bytes = place->head->ring_bytes,
		.chunk_bytes = place->head->ring_bytes /
			       (place->head->chunk_mask + 1),
		.read_pos = pos,
		.limit_pos = pos,
		.done_pos = pos,
		.told_pos = pos,
	};
}

/*
 * The first page of the bell has its reader's position, the second its
 * writer's.
 */
static int set_map_bell(struct ring_set *set, int bell_fd)
{
	size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE);
	void *consumer, *producer;

	consumer = mmap(NULL, page_bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
			bell_fd, 0);
	if (consumer == MAP_FAILED)
		return -errno;
	set->bell_consumer = consumer;
	producer = mmap(NULL, page_bytes, PROT_READ, MAP_SHARED, bell_fd,
			(off_t)page_bytes);
	if (producer == MAP_FAILED)
		return -errno;
	set->bell_producer = producer;
	return 0;
}

int ring_set_listen(struct ring_set *set, int bell_fd, uint64_t *rung)
{
	struct epoll_event event = { .events = EPOLLIN | EPOLLET };
	int err = set_map_bell(set, bell_fd);

	if (err)
		return err;
	set->rung = rung;
	set->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (set->epoll_fd < 0 ||
	    epoll_ctl(set->epoll_fd, EPOLL_CTL_ADD, bell_fd, &event))
		return -errno;
	return 0;
}

/* An impossible length: nothing after it can be found. */
static void set_skip_damaged(struct ring_set *set, struct ring *ring)
{
	set->damaged_bytes += ring->limit_pos - ring->read_pos;
	ring->read_pos = ring->limit_pos;
}

/* Puts a record into the window, or delivers it at once. */
static void set_sort_in(struct ring_set *set, struct ring *ring, uint64_t pos,
			uint32_t len_bytes)
{
	const uint8_t *data = ring_payload(ring, pos);
	struct rec_header header;

	if (len_bytes < sizeof(header)) {
		set->damaged_bytes += len_bytes;
		return;
	}
	memcpy(&header, data, sizeof(header));
	if (header.layout_id == REC_LAYOUT_KEY) {
		if (set->on_key)
			set->on_key(set->ctx, data, len_bytes);
		return;
	}
	window_add(&ring->window, (struct ring_entry){
					  .time_ns = header.time_ns,
					  .pos = pos,
				  });
}

/* ------------------------------------------------- rings that are overwritten */

enum { LINK_SHIFT = 32 };

/* The bytes from there up to the records that other passes have read. */
static uint64_t bytes_above(const struct ring *ring, uint64_t tip)
{
	tip &= ~(uint64_t)RT_TIP_WRITERS;
	return ((ring->tip_pos << RT_TIP_SHIFT) - tip) >> RT_TIP_SHIFT;
}

/*
 * How many of the oldest bytes can be read: all if no program is writing, else
 * those before the first position that a writing program may have reserved,
 * which is the floor (record.h).
 */
static uint64_t finished_bytes(const struct ring *ring, uint64_t tip,
			       uint64_t bytes)
{
	uint64_t floor = __atomic_load_n(&ring->place.head->floor,
					 __ATOMIC_ACQUIRE);
	uint64_t finished = bytes_above(ring, floor) - ring->size_bytes;

	if (!(tip & RT_TIP_WRITERS))
		return bytes;
	return finished <= bytes ? finished : 0;
}

/*
 * Walks from the newest record, at @pos, to the oldest, and stores in each
 * where the one before it is. @is_cut: the oldest is no longer complete.
 */
static void set_link(struct ring_set *set, struct ring *ring, uint64_t pos,
		     uint64_t end_pos, bool is_cut)
{
	uint64_t down = 0;

	while (pos != end_pos) {
		uint64_t left = end_pos - pos;
		uint64_t len_bytes = ring_header(ring, pos);
		uint64_t bytes = ring_record_bytes(ring, pos, len_bytes);
		uint64_t word = down << LINK_SHIFT | len_bytes;

		if (!bytes || (bytes > left && !is_cut)) {
			set->damaged_bytes += left;
			return;
		}
		if (bytes > left)
			return;
		memcpy(ring_at(ring, pos), &word, sizeof(word));
		ring->read_pos = pos;
		ring->unread_cnt++;
		down = bytes;
		pos += bytes;
	}
}

/* Finds the records that were written since the last pass and still exist. */
static void set_begin_oldest(struct ring_set *set, struct ring *ring)
{
	uint64_t tip = __atomic_load_n(&ring->place.head->tip, __ATOMIC_ACQUIRE);
	uint64_t bytes = bytes_above(ring, tip);
	uint64_t finished = finished_bytes(ring, tip, bytes);
	uint64_t pos = ring->tip_pos - finished, end_pos = ring->tip_pos;
	bool is_cut = bytes > ring->size_bytes;

	if (is_cut) {
		set->has_overwritten = true;
		end_pos += ring->size_bytes - bytes;
	}
	/* writers can't have come so far */
	if (bytes - finished > ring->size_bytes) {
		set->damaged_bytes += ring->size_bytes;
		end_pos = pos;
	}
	ring->tip_pos = pos;
	ring->unread_cnt = 0;
	set_link(set, ring, pos, end_pos, is_cut);
}

uint64_t ring_set_unfinished(const struct ring_set *set)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < set->rings.cnt; i++) {
		const struct ring *ring = &set->rings.v[i];

		if (ring->place.is_overwritten)
			bytes += bytes_above(ring, ring->place.head->tip);
	}
	return bytes;
}

/* Reads the record that follows the last one. */
static bool set_read_newer(struct ring_set *set, struct ring *ring)
{
	uint64_t pos = ring->read_pos, word;

	if (!ring->unread_cnt)
		return false;
	word = ring_header(ring, pos);
	ring->unread_cnt--;
	ring->read_pos = pos - (word >> LINK_SHIFT);
	set_sort_in(set, ring, pos, (uint32_t)word);
	return true;
}

/* ------------------------------------------------------------------ the pass */

/* Reads one more record; returns false if no further record is complete. */
static bool set_read_one(struct ring_set *set, struct ring *ring)
{
	uint64_t pos = ring->read_pos;
	uint64_t left = ring->limit_pos - pos;
	uint64_t len_bytes, bytes;

	if (ring->place.is_overwritten)
		return set_read_newer(set, ring);
	if (!left)
		return false;
	len_bytes = ring_header(ring, pos);
	if (!len_bytes)
		return false;
	bytes = ring_record_bytes(ring, pos, len_bytes);
	if (!bytes || bytes > left) {
		set_skip_damaged(set, ring);
		return false;
	}
	ring->read_pos = pos + bytes;
	set_sort_in(set, ring, pos, (uint32_t)len_bytes);
	/* no record before it is in the window, so it is finished */
	if (!ring->window.cnt)
		ring->done_pos = ring->read_pos;
	return true;
}

static void set_fill(struct ring_set *set, struct ring *ring)
{
	while (ring->window.cnt < WINDOW_MAX && set_read_one(set, ring))
		;
}

/*
 * The pass that begins here answers all earlier wake-ups. A program that finds
 * the bell rung wrote its record before, so the fence is between this and the
 * reading.
 */
static void set_take_wakeups(struct ring_set *set)
{
	struct epoll_event event;
	uint64_t rung_pos;

	if (set->epoll_fd < 0)
		return;
	(void)epoll_wait(set->epoll_fd, &event, 1, 0);
	rung_pos = __atomic_load_n((const uint64_t *)set->bell_producer,
				   __ATOMIC_ACQUIRE);
	__atomic_store_n((uint64_t *)set->bell_consumer, rung_pos,
			 __ATOMIC_RELEASE);
	__atomic_store_n(set->rung, 0, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void set_limit(struct ring_set *set, struct ring *ring)
{
	uint64_t limit = __atomic_load_n(&ring->place.head->producer_pos,
					 __ATOMIC_ACQUIRE);

	/* larger than a ring is impossible: stay inside */
	if (limit - ring->told_pos > ring->size_bytes ||
	    limit - ring->read_pos > ring->size_bytes || limit & 7) {
		set->damaged_bytes += ring->size_bytes;
		limit = ring->read_pos;
	}
	ring->limit_pos = limit;
}

void ring_set_begin(struct ring_set *set, uint64_t start_ns)
{
	set_take_wakeups(set);
	set->start_ns = start_ns;
	set->has_given = false;
	set->has_current = false;
	for (size_t i = 0; i < set->rings.cnt; i++) {
		struct ring *ring = &set->rings.v[i];

		if (ring->place.is_overwritten)
			set_begin_oldest(set, ring);
		else
			set_limit(set, ring);
		set_fill(set, ring);
	}
}

/* The first record of @ring's window if it may be delivered now. */
static const struct ring_entry *set_first(const struct ring_set *set,
					  const struct ring *ring)
{
	const struct ring_entry *entry;

	if (!ring->window.cnt)
		return NULL;
	entry = window_at(&ring->window, 0);
	return entry->time_ns < set->start_ns ? entry : NULL;
}

static bool is_before(const struct ring_set *set, size_t a, size_t b)
{
	const struct ring *ring_a = &set->rings.v[a];
	const struct ring *ring_b = &set->rings.v[b];
	uint64_t a_ns = window_at(&ring_a->window, 0)->time_ns;
	uint64_t b_ns = window_at(&ring_b->window, 0)->time_ns;

	return a_ns != b_ns ? a_ns < b_ns : ring_a->place.cpu < ring_b->place.cpu;
}

/*
 * Finds the ring with the oldest record and, for the next calls, the ring that
 * comes after it: until its turn nothing has to be compared.
 */
static void set_choose(struct ring_set *set)
{
	set->has_current = false;
	set->has_rival = false;
	for (size_t i = 0; i < set->rings.cnt; i++) {
		if (!set_first(set, &set->rings.v[i]))
			continue;
		if (!set->has_current) {
			set->current = i;
			set->has_current = true;
		} else if (is_before(set, i, set->current)) {
			set->rival = set->current;
			set->has_rival = true;
			set->current = i;
		} else if (!set->has_rival || is_before(set, i, set->rival)) {
			set->rival = i;
			set->has_rival = true;
		}
	}
}

static void set_return_given(struct ring_set *set)
{
	struct ring *ring = &set->rings.v[set->current];

	if (!set->has_given)
		return;
	set->has_given = false;
	ring_give_back(ring, set->given.pos);
	set_fill(set, ring);
}

bool ring_set_next(struct ring_set *set, struct ring_rec *ret)
{
	struct ring *ring;

	set_return_given(set);
	if (!set->has_current || !set_first(set, &set->rings.v[set->current]) ||
	    (set->has_rival && is_before(set, set->rival, set->current)))
		set_choose(set);
	if (!set->has_current)
		return false;
	ring = &set->rings.v[set->current];
	set->given = window_pop(&ring->window);
	set->has_given = true;
	ret->cpu = ring->place.cpu;
	ret->len_bytes = (uint32_t)ring_header(ring, set->given.pos);
	ret->data = ring_payload(ring, set->given.pos);
	return true;
}

void ring_set_end(struct ring_set *set)
{
	set_return_given(set);
	for (size_t i = 0; i < set->rings.cnt; i++)
		ring_tell(&set->rings.v[i]);
}
