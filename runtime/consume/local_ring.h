/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rings that dtrace itself fills, with records that it has from elsewhere, so
 * that they are merged with those of the programs (ring.h).
 */
#ifndef DTRACE_RUNTIME_CONSUME_LOCAL_RING_H
#define DTRACE_RUNTIME_CONSUME_LOCAL_RING_H

#include "runtime/consume/ring.h"

struct local_ring {
	struct rt_ring *head;
	uint8_t *chunks;
	size_t chunk_stride, mapped_bytes;
};

/*
 * Creates an empty ring of @ring_bytes, a power of two, for records of up to
 * @record_max_bytes. It takes memory as it is filled. Returns 0 or -errno.
 */
int local_ring_init(struct local_ring *feed, uint32_t ring_bytes,
		    uint32_t record_max_bytes);
void local_ring_deinit(struct local_ring *feed);
/* For ring_set_add(), as the ring of a CPU. */
struct ring_place local_ring_place(const struct local_ring *feed,
				   unsigned int cpu);
/* Appends a record; returns false if it does not fit. */
bool local_ring_put(struct local_ring *feed, const void *record,
		    uint32_t len_bytes);
/* The bytes that wait to be read. */
uint64_t local_ring_filled(const struct local_ring *feed);

#endif
