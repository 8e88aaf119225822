/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For tests of runtime/consume: a ring in plain memory that a test fills as
 * the kernel would, and short ways to write fields and formats.
 */
#ifndef DTRACE_TESTS_UNIT_MEM_RING_H
#define DTRACE_TESTS_UNIT_MEM_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "lang/format.h"
#include "runtime/common/record.h"
#include "runtime/consume/ring.h"

/* The largest record that tests write. */
enum { MEM_RING_RECORD_MAX = 1024 };

struct mem_ring {
	bool is_overwritten;
	struct rt_ring head;
	uint8_t *chunks;
	size_t chunk_stride;
};

/* @size_bytes: a power of two. */
void mem_ring_init(struct mem_ring *ring, uint32_t size_bytes);
void mem_ring_deinit(struct mem_ring *ring);
/* Adds it to @set. */
void mem_ring_join(struct mem_ring *ring, struct ring_set *set, uint32_t cpu);
/* Room that a writer has. */
size_t mem_ring_free(const struct mem_ring *ring);
/* Writes a record; returns its position. The test fails without room. */
uint64_t mem_ring_put(struct mem_ring *ring, const void *payload, size_t len);
/* A ring that is overwritten; its records are put there by this. */
void mem_ring_init_overwritten(struct mem_ring *ring, uint32_t size_bytes);
uint64_t mem_ring_overwrite(struct mem_ring *ring, const void *payload,
			    size_t len);
/* Changes the header word of the record at @pos; 0: not complete. */
void mem_ring_set_len(struct mem_ring *ring, uint64_t pos, uint64_t len);

#define INT_FIELD(off, size, sign) \
	{ .kind = REC_INT, .offset_bytes = (off), .size_bytes = (size), \
	  .is_signed = (sign) }
#define STRING_FIELD(off, size) \
	{ .kind = REC_STRING, .offset_bytes = (off), .size_bytes = (size) }
#define BYTES_FIELD(off, size) \
	{ .kind = REC_BYTES, .offset_bytes = (off), .size_bytes = (size) }

/* The parsed form of a good format. */
struct fmt *sample_format(struct arena *arena, const char *text);

#endif
