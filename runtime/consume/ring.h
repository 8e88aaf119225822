/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads the rings that the programs write, one for each CPU, and merges them
 * into one sequence ordered by time.
 *
 *	ring_set_init(&set, on_key, ctx);
 *	ring_set_add(&set, &place);			for each CPU
 *	ring_set_listen(&set, bell_fd, &rung);
 *	ring_set_begin(&set, start_ns);			one reading pass:
 *	while (ring_set_next(&set, &rec))
 *		use(&rec);			valid until the next call
 *	ring_set_end(&set);
 *	ring_set_deinit(&set);
 */
#ifndef DTRACE_RUNTIME_CONSUME_RING_H
#define DTRACE_RUNTIME_CONSUME_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "runtime/common/record.h"

/* A record that was read and not yet delivered. */
struct ring_entry {
	uint64_t time_ns;
	/* of its header word; determines the order within the ring */
	uint64_t pos;
};

/* Entries ordered by time; a circular array. */
struct ring_window {
	struct ring_entry *entries;
	uint32_t cap; /* a power of two, or 0 */
	uint32_t head;
	uint32_t cnt;
	bool is_mixed; /* some entry precedes one with a lower position */
};

/* Where a ring is; the memory is shared with the programs, and borrowed. */
struct ring_place {
	unsigned int cpu;
	struct rt_ring *head; /* contains the size of the ring */
	uint8_t *chunks;
	size_t chunk_stride; /* distance of two chunks, bytes */
	bool is_overwritten; /* the programs move its tip: see record.h */
};

struct ring {
	struct ring_place place;
	uint64_t size_bytes; /* a power of two */
	uint64_t chunk_bytes; /* positions per chunk; a power of two */
	uint64_t limit_pos; /* producer position at the start of the pass */
	uint64_t read_pos; /* the next record to look at */
	uint64_t done_pos; /* all records before it were delivered */
	/* the done_pos that was last passed to the programs */
	uint64_t told_pos;
	struct ring_window window;
	/*
	 * If it is overwritten: read_pos decreases, and unread_cnt records are
	 * left. tip_pos is the end at the start of this pass.
	 */
	uint64_t tip_pos, unread_cnt;
};

struct ring_rec {
	unsigned int cpu;
	const uint8_t *data; /* struct rec_header first; aligned to 8 */
	uint32_t len_bytes;
};

struct ring_set {
	VEC(struct ring) rings;
	int epoll_fd; /* readable after a wake-up, until the next pass begins;
			 -1 without a bell */
	uint64_t *rung; /* the programs have rung the bell; or NULL */
	void *bell_consumer, *bell_producer; /* pages; NULL: no bell */
	uint64_t start_ns;
	/*
	 * Records of aggregation keys are passed here as soon as they are read.
	 */
	void (*on_key)(void *ctx, const uint8_t *data, uint32_t len_bytes);
	void *ctx;
	uint64_t damaged_bytes; /* bytes skipped because they were invalid */
	/* some records were overwritten before they were read */
	bool has_overwritten;
	/* inside a pass */
	size_t current; /* ring of the record delivered last */
	struct ring_entry given;
	bool has_given;
	size_t rival; /* ring with the next oldest record */
	bool has_rival, has_current;
};

void ring_set_init(struct ring_set *set,
		   void (*on_key)(void *ctx, const uint8_t *data,
				  uint32_t len_bytes),
		   void *ctx);
void ring_set_deinit(struct ring_set *set);

/*
 * Adds a ring, whose memory must outlive the set. A ring that is overwritten is
 * read after its programs have ended, in passes that leave nothing.
 */
void ring_set_add(struct ring_set *set, const struct ring_place *place);
/*
 * Makes the epoll fd readable when a program rings the bell, by writing to
 * @bell_fd, a BPF ring buffer of one page (borrowed: it must stay open). *@rung
 * is 1 from then until a pass begins. Returns 0 or -errno.
 */
int ring_set_listen(struct ring_set *set, int bell_fd, uint64_t *rung);

/*
 * Starts a pass over the records that are in the rings now. Those that are not
 * older than @start_ns (CLOCK_MONOTONIC; UINT64_MAX: the last pass) stay.
 */
void ring_set_begin(struct ring_set *set, uint64_t start_ns);
/*
 * Returns the oldest record, by (time, CPU, sequence), or false at the end. The
 * record before it is given back to its ring.
 */
bool ring_set_next(struct ring_set *set, struct ring_rec *ret);
void ring_set_end(struct ring_set *set);
/* The bytes that writers have not completed, in rings that are overwritten. */
uint64_t ring_set_unfinished(const struct ring_set *set);

#endif
