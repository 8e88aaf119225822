/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory that the clauses of one traced program write to: what the maps of
 * the kernel are for all others, laid out alike (record.h), but for the rings
 * and hashes (runtime/direct/).
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_SHARED_MEMORY_H
#define DTRACE_RUNTIME_SESSION_DIRECT_SHARED_MEMORY_H

#include "runtime/codegen/codegen.h"
#include "runtime/direct/direct_map.h"
#include "runtime/direct/direct_ring.h"
#include "runtime/direct/self_table.h"
#include "runtime/direct/translate.h"

/* Offsets of the parts, in bytes; the same for all programs of a session. */
struct shared_memory_plan {
	const struct gen_result *gen; /* borrowed */
	uint32_t cpu_max, ring_bytes;
	uint64_t control, counters, ring_heads, chunks, slots, unkeyed;
	uint64_t globals; /* a copy of all, those that change included; 0: none */
	uint64_t selfs;	  /* a struct self_table; 0: there is none */
	uint64_t *hashes, *values, *frees; /* [keyed_idx]; owned */
	uint64_t bytes;			   /* of all, whole pages */
};

/* @has_selfs: some probe has self-> variables in traced programs. */
void shared_memory_plan_init(struct shared_memory_plan *plan,
			     const struct gen_result *gen, uint32_t cpu_max,
			     uint32_t ring_bytes, bool has_selfs);
void shared_memory_plan_deinit(struct shared_memory_plan *plan);

struct shared_memory {
	const struct shared_memory_plan *plan; /* borrowed */
	uint8_t *mem; /* shared: everything in it can be anything at any time */
	struct direct_reader *readers; /* [cpu]; owned */
	struct direct_map *hashes;     /* [keyed_idx]: headers as made; owned */
};

/* Prepares @mem, which is zero and borrowed. */
void shared_memory_init(struct shared_memory *shared,
			const struct shared_memory_plan *plan, void *mem);
void shared_memory_deinit(struct shared_memory *shared);

struct rt_control *shared_memory_control(const struct shared_memory *shared);
/* NULL: the plan has none. */
struct self_table *shared_memory_selfs(const struct shared_memory *shared);

/*
 * Fills in where the parts are for a program that has the memory at @uaddr:
 * target->places, which the caller frees, and what goes with them.
 */
void shared_memory_target(const struct shared_memory_plan *plan, uint64_t uaddr,
			  struct direct_target *target);

#endif
