// SPDX-License-Identifier: BSD-2-Clause
/*
 * One thread fills and reads such a ring, so nothing is atomic.
 */
#include "runtime/consume/local_ring.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* The head has a place before the chunks that leaves these aligned. */
enum { HEAD_BYTES = 4096 };
_Static_assert(sizeof(struct rt_ring) <= HEAD_BYTES, "it fits");

int local_ring_init(struct local_ring *feed, uint32_t ring_bytes,
		    uint32_t record_max_bytes)
{
	uint32_t chunk_cnt = ring_bytes / rt_ring_chunk_bytes(ring_bytes);
	void *mem;

	feed->chunk_stride = rt_ring_chunk_stride(ring_bytes, record_max_bytes);
	feed->mapped_bytes = HEAD_BYTES + chunk_cnt * feed->chunk_stride;
	mem = mmap(NULL, feed->mapped_bytes, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (mem == MAP_FAILED)
		return -errno;
	feed->head = mem;
	feed->head->ring_bytes = ring_bytes;
	feed->head->chunk_mask = chunk_cnt - 1;
	feed->chunks = (uint8_t *)mem + HEAD_BYTES;
	return 0;
}

void local_ring_deinit(struct local_ring *feed)
{
	if (feed->head)
		munmap(feed->head, feed->mapped_bytes);
	feed->head = NULL;
}

struct ring_place local_ring_place(const struct local_ring *feed,
				   unsigned int cpu)
{
	return (struct ring_place){
		.cpu = cpu,
		.head = feed->head,
		.chunks = feed->chunks,
		.chunk_stride = feed->chunk_stride,
	};
}

uint64_t local_ring_filled(const struct local_ring *feed)
{
	return feed->head->producer_pos - feed->head->consumer_pos;
}

bool local_ring_put(struct local_ring *feed, const void *record,
		    uint32_t len_bytes)
{
	struct rt_ring *head = feed->head;
	uint32_t chunk_bytes = rt_ring_chunk_bytes((uint32_t)head->ring_bytes);
	uint64_t pos = head->producer_pos, len = len_bytes;
	uint64_t bytes = rt_ring_record_bytes(len_bytes);
	uint8_t *to = feed->chunks +
		      (pos / chunk_bytes & head->chunk_mask) *
			      feed->chunk_stride +
		      (pos & (chunk_bytes - 1));

	if (local_ring_filled(feed) + bytes > head->ring_bytes)
		return false;
	memcpy(to + RT_RING_HEADER_BYTES, record, len_bytes);
	memcpy(to, &len, sizeof(len));
	head->producer_pos = pos + bytes;
	return true;
}
