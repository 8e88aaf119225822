/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reader of the rings that the programs write, one per CPU, and the merge of
 * all of them into one sequence ordered by time.
 *
 *	ring_set_init(&set, on_key, ctx);
 *	ring_set_add(&set, cpu, map_fd, ring_bytes);	for each CPU
 *	ring_set_begin(&set, start_ns);			one reading pass:
 *	while (ring_set_next(&set, &rec))
 *		use(&rec);				rec dies at the next call
 *	ring_set_end(&set);
 *	ring_set_deinit(&set);
 */
#ifndef DTRACE_RUNTIME_CONSUME_RING_H
#define DTRACE_RUNTIME_CONSUME_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* A record that was read and not given out yet. */
struct ring_entry {
	uint64_t time_ns;
	uint64_t pos; /* of its ring header: the sequence within the ring */
};

/* Entries ordered by time; a circular array. */
struct ring_window {
	struct ring_entry *entries;
	uint32_t cap; /* a power of two, or 0 */
	uint32_t head;
	uint32_t cnt;
	bool is_mixed; /* some entry stands before one of a lower position */
};

struct ring {
	unsigned int cpu;
	uint64_t *consumer_pos; /* shared with the kernel */
	const uint64_t *producer_pos; /* shared with the kernel */
	const uint8_t *data;
	size_t size_bytes; /* a power of two */
	uint64_t limit_pos; /* producer position of this pass */
	uint64_t read_pos; /* the next record to look at */
	uint64_t done_pos; /* everything before it was given out */
	uint64_t told_pos; /* what the kernel knows of done_pos */
	struct ring_window window;
	void *consumer_map, *producer_map; /* NULL when not ours */
	size_t producer_map_bytes;
};

struct ring_rec {
	unsigned int cpu;
	const uint8_t *data; /* struct rec_header first; aligned to 8 */
	uint32_t len_bytes;
};

struct ring_set {
	VEC(struct ring) rings;
	int epoll_fd; /* readable after a wake-up, until the next pass begins;
			 -1 without map fds */
	uint64_t start_ns;
	/* Records of aggregation keys are given here as soon as read. */
	void (*on_key)(void *ctx, const uint8_t *data, uint32_t len_bytes);
	void *ctx;
	uint64_t damaged_bytes; /* skipped: they made no sense */
	/* inside a pass */
	size_t current; /* ring of the record given out last */
	struct ring_entry given;
	bool has_given;
	size_t rival; /* ring with the next oldest record */
	bool has_rival, has_current;
	uint8_t *copy; /* of a record that wraps */
	size_t copy_cap;
};

void ring_set_init(struct ring_set *set,
		   void (*on_key)(void *ctx, const uint8_t *data,
				  uint32_t len_bytes),
		   void *ctx);
void ring_set_deinit(struct ring_set *set);

/*
 * Maps the BPF ring buffer @map_fd (borrowed: it must stay open) of
 * @ring_bytes bytes, once, and adds it to the epoll fd. Returns 0 or -errno.
 */
int ring_set_add(struct ring_set *set, unsigned int cpu, int map_fd,
		 size_t ring_bytes);
/* The same for memory of the caller, which outlives the set (tests). */
void ring_set_add_memory(struct ring_set *set, unsigned int cpu,
			 uint64_t *consumer_pos, const uint64_t *producer_pos,
			 const void *data, size_t ring_bytes);

/*
 * Starts a pass over what is in the rings now. Records that are not older
 * than @start_ns (CLOCK_MONOTONIC; UINT64_MAX: the last pass) stay.
 */
void ring_set_begin(struct ring_set *set, uint64_t start_ns);
/*
 * The oldest record, by (time, CPU, sequence); false at the end. The record
 * before it is given back to its ring.
 */
bool ring_set_next(struct ring_set *set, struct ring_rec *ret);
void ring_set_end(struct ring_set *set);

#endif
