/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory that the clauses of one traced program write to: what the maps of
 * the kernel are for all others, laid out alike (record.h), but for the rings
 * and hashes (runtime/direct/).
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_SHARD_H
#define DTRACE_RUNTIME_SESSION_DIRECT_SHARD_H

#include "runtime/codegen/gen.h"
#include "runtime/direct/direct_map.h"
#include "runtime/direct/direct_ring.h"
#include "runtime/direct/translate.h"

/* Offsets of the parts, in bytes; the same for all programs of a session. */
struct shard_plan {
	const struct gen_result *gen; /* borrowed */
	uint32_t cpu_max, ring_bytes;
	uint64_t control, counters, ring_heads, chunks, slots, unkeyed;
	uint64_t *hashes, *values, *frees; /* [keyed_idx]; owned */
	uint64_t bytes;			   /* of all, whole pages */
};

void shard_plan_init(struct shard_plan *plan, const struct gen_result *gen,
		     uint32_t cpu_max, uint32_t ring_bytes);
void shard_plan_deinit(struct shard_plan *plan);

struct shard {
	const struct shard_plan *plan; /* borrowed */
	uint8_t *mem; /* shared: everything in it can be anything at any time */
	struct direct_reader *readers; /* [cpu]; owned */
	struct direct_map *hashes;     /* [keyed_idx]: headers as made; owned */
};

/* Prepares @mem, which is zero and borrowed. */
void shard_init(struct shard *shard, const struct shard_plan *plan, void *mem);
void shard_deinit(struct shard *shard);

struct rt_control *shard_control(const struct shard *shard);

/*
 * Fills in where the parts are for a program that has the memory at @uaddr:
 * target->places, which the caller frees, and what goes with them.
 */
void shard_target(const struct shard_plan *plan, uint64_t uaddr,
		  struct direct_target *target);

#endif
