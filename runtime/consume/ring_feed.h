/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rings that dtrace itself fills, with records that it has from elsewhere, so
 * that they are merged with those of the programs (ring.h).
 */
#ifndef DTRACE_RUNTIME_CONSUME_RING_FEED_H
#define DTRACE_RUNTIME_CONSUME_RING_FEED_H

#include "runtime/consume/ring.h"

struct ring_feed {
	struct rt_ring *head;
	uint8_t *chunks;
	size_t chunk_stride, mapped_bytes;
};

/*
 * Creates an empty ring of @ring_bytes, a power of two, for records of up to
 * @record_max_bytes. It takes memory as it is filled. Returns 0 or -errno.
 */
int ring_feed_init(struct ring_feed *feed, uint32_t ring_bytes,
		   uint32_t record_max_bytes);
void ring_feed_deinit(struct ring_feed *feed);
/* For ring_set_add(), as the ring of a CPU. */
struct ring_place ring_feed_place(const struct ring_feed *feed,
				  unsigned int cpu);
/* Appends a record; returns false if it does not fit. */
bool ring_feed_put(struct ring_feed *feed, const void *record,
		   uint32_t len_bytes);
/* The bytes that wait to be read. */
uint64_t ring_feed_filled(const struct ring_feed *feed);

#endif
