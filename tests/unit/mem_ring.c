// SPDX-License-Identifier: BSD-2-Clause
/*
 * A ring as seen from the writer's side (record.h: struct rt_ring), in memory
 * of the test.
 */
#include "tests/unit/mem_ring.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/alloc.h"

void mem_ring_init(struct mem_ring *ring, uint32_t size_bytes)
{
	uint32_t chunk_cnt = size_bytes / rt_ring_chunk_bytes(size_bytes);

	*ring = (struct mem_ring){
		.head = { .ring_bytes = size_bytes,
			  .chunk_mask = chunk_cnt - 1 },
		.chunk_stride = rt_ring_chunk_stride(size_bytes,
						     MEM_RING_RECORD_MAX),
	};
	ring->chunks = xcalloc(chunk_cnt, ring->chunk_stride);
}

void mem_ring_deinit(struct mem_ring *ring)
{
	free(ring->chunks);
}

void mem_ring_join(struct mem_ring *ring, struct ring_set *set, uint32_t cpu)
{
	ring_set_add(set, &(struct ring_place){
				  .cpu = cpu,
				  .head = &ring->head,
				  .chunks = ring->chunks,
				  .chunk_stride = ring->chunk_stride,
				  .is_overwritten = ring->is_overwritten,
			  });
}

size_t mem_ring_free(const struct mem_ring *ring)
{
	return ring->head.ring_bytes -
	       (ring->head.producer_pos - ring->head.consumer_pos);
}

static uint8_t *ring_memory(struct mem_ring *ring, uint64_t pos)
{
	uint32_t chunk_bytes =
		rt_ring_chunk_bytes((uint32_t)ring->head.ring_bytes);
	uint64_t chunk = pos / chunk_bytes & ring->head.chunk_mask;

	return ring->chunks + chunk * ring->chunk_stride + pos % chunk_bytes;
}

void mem_ring_set_len(struct mem_ring *ring, uint64_t pos, uint64_t len)
{
	memcpy(ring_memory(ring, pos), &len, sizeof(len));
}

uint64_t mem_ring_put(struct mem_ring *ring, const void *payload, size_t len)
{
	uint64_t pos = ring->head.producer_pos, word;
	uint32_t total = rt_ring_record_bytes((uint32_t)len);

	assert_true(total <= mem_ring_free(ring));
	/*
	 * the reader must have cleared it, or could take it before it is
	 * complete
	 */
	for (uint32_t at = 0; at < total; at += 8) {
		memcpy(&word, ring_memory(ring, pos) + at, sizeof(word));
		assert_int_equal(word, 0);
	}
	memcpy(ring_memory(ring, pos) + RT_RING_HEADER_BYTES, payload, len);
	mem_ring_set_len(ring, pos, len);
	ring->head.producer_pos = pos + total;
	return pos;
}

void mem_ring_init_overwritten(struct mem_ring *ring, uint32_t size_bytes)
{
	mem_ring_init(ring, size_bytes);
	ring->is_overwritten = true;
	ring->head.floor = -(uint64_t)size_bytes << RT_TIP_SHIFT;
}

uint64_t mem_ring_overwrite(struct mem_ring *ring, const void *payload,
			    size_t len)
{
	uint64_t bytes = rt_ring_record_bytes((uint32_t)len), pos;

	ring->head.tip -= bytes << RT_TIP_SHIFT;
	pos = ring->head.tip >> RT_TIP_SHIFT & ~UINT64_C(7);
	memcpy(ring_memory(ring, pos) + RT_RING_HEADER_BYTES, payload, len);
	mem_ring_set_len(ring, pos, len);
	return pos;
}

struct fmt *sample_format(struct arena *arena, const char *text)
{
	struct fmt *fmt = arena_new(arena, struct fmt);
	const char *error = NULL;

	if (fmt_parse(arena, text, strlen(text), fmt, &error))
		fail_msg("%s: %s", text, error);
	return fmt;
}
