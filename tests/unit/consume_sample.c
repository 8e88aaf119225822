// SPDX-License-Identifier: BSD-2-Clause
/*
 * A BPF ring buffer as seen from the writer's side, in memory of the test:
 * header word with length and flags, payload padded to 8, both positions
 * growing for ever.
 */
#include "tests/unit/consume_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/alloc.h"

enum { HEADER_BYTES = 8 };

void mem_ring_init(struct mem_ring *ring, size_t size_bytes)
{
	*ring = (struct mem_ring){
		.data = xcalloc(1, size_bytes),
		.size_bytes = size_bytes,
	};
}

void mem_ring_deinit(struct mem_ring *ring)
{
	free(ring->data);
}

void mem_ring_join(struct mem_ring *ring, struct ring_set *set, uint32_t cpu)
{
	ring_set_add_memory(set, cpu, &ring->consumer_pos,
			    &ring->producer_pos, ring->data,
			    ring->size_bytes);
}

size_t mem_ring_free(const struct mem_ring *ring)
{
	return ring->size_bytes - (ring->producer_pos - ring->consumer_pos);
}

static uint8_t *ring_byte(struct mem_ring *ring, uint64_t pos)
{
	return &ring->data[pos & (ring->size_bytes - 1)];
}

void mem_ring_set_flags(struct mem_ring *ring, uint64_t pos, size_t len,
			unsigned int flags)
{
	uint32_t word = (uint32_t)len;

	if (flags & MEM_RING_BUSY)
		word |= 1u << 31;
	if (flags & MEM_RING_DISCARD)
		word |= 1u << 30;
	memcpy(ring_byte(ring, pos), &word, sizeof(word));
}

uint64_t mem_ring_put(struct mem_ring *ring, const void *payload, size_t len,
		      unsigned int flags)
{
	uint64_t pos = ring->producer_pos;
	size_t total = (len + HEADER_BYTES + 7) & ~(size_t)7;

	assert_true(total <= mem_ring_free(ring));
	mem_ring_set_flags(ring, pos, len, flags);
	for (size_t i = 0; i < len; i++)
		*ring_byte(ring, pos + HEADER_BYTES + i) =
			((const uint8_t *)payload)[i];
	ring->producer_pos = pos + total;
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
