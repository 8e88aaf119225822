// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/shared_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "runtime/common/record.h"

enum { LINE_BYTES = 64, PAGE_BYTES = 4096, SINGLE_CNT = 7, KEYED_CNT = 3,
       GLOBAL_MAX_BYTES = 1 << 16 };

/* ------------------------------------------------------------------- layout */

/* Reserves @bytes at the end; returns their offset. */
static uint64_t take(struct shared_memory_plan *plan, uint64_t bytes)
{
	uint64_t off = plan->bytes;

	plan->bytes = (off + bytes + LINE_BYTES - 1) & -(uint64_t)LINE_BYTES;
	return off;
}

static uint32_t hash_key_bytes(const struct agg_layout *agg)
{
	/* in a shared hash of the kernel, the aggregation's id is before it */
	return agg->key_bytes + (agg->is_shared ? 8 : 0);
}

static uint64_t hash_init(struct direct_map *map, const struct agg_layout *agg)
{
	return direct_map_init(map, DIRECT_MAP_HASH, hash_key_bytes(agg),
			       sizeof(uint32_t), agg->slot_max);
}

static const struct agg_layout *keyed(const struct gen_result *gen, uint32_t i)
{
	return &gen->aggs.v[gen->keyed_agg[i]];
}

static void plan_keyed(struct shared_memory_plan *plan, uint32_t i)
{
	const struct agg_layout *agg = keyed(plan->gen, i);
	uint64_t slots = agg->slot_max;
	struct direct_map map;

	plan->hashes[i] = take(plan, hash_init(&map, agg));
	plan->values[i] = take(plan, slots * plan->gen->cell_max *
					     agg->value_words * 8);
	/* no slot comes back here, so it stays empty */
	plan->frees[i] = take(plan, sizeof(struct rt_free) + slots * 8);
}

void shared_memory_plan_init(struct shared_memory_plan *plan,
			     const struct gen_result *gen, uint32_t cpu_max,
			     uint32_t ring_bytes, bool has_selfs)
{
	uint32_t self_stride = self_stride_bytes(gen->self_bytes);
	uint32_t keyed_cnt = gen->keyed_cnt;

	*plan = (struct shared_memory_plan){
		.gen = gen,
		.cpu_max = cpu_max,
		.ring_bytes = ring_bytes,
		.hashes = xcalloc(keyed_cnt + 1, sizeof(uint64_t)),
		.values = xcalloc(keyed_cnt + 1, sizeof(uint64_t)),
		.frees = xcalloc(keyed_cnt + 1, sizeof(uint64_t)),
	};
	plan->control = take(plan, PAGE_BYTES);
	plan->counters = take(plan, (uint64_t)gen->counter_stride * cpu_max);
	plan->ring_heads = take(plan, sizeof(struct direct_ring) * cpu_max);
	if (gen->record_max_bytes)
		plan->chunks = take(plan, direct_ring_chunks_bytes(
						  cpu_max, ring_bytes,
						  gen->record_max_bytes));
	if (gen->global_bytes && gen->global_bytes <= GLOBAL_MAX_BYTES)
		plan->globals = take(plan, gen->global_bytes);
	if (has_selfs && self_stride <= SELF_STRIDE_MAX)
		plan->selfs = take(plan, self_table_bytes(self_stride));
	plan->slots = take(plan, rt_slots_off(keyed_cnt, cpu_max));
	plan->unkeyed = take(plan,
			     (uint64_t)gen->unkeyed_stride * gen->cell_max);
	for (uint32_t i = 0; i < keyed_cnt; i++)
		plan_keyed(plan, i);
	plan->bytes = (plan->bytes + PAGE_BYTES - 1) & -(uint64_t)PAGE_BYTES;
}

void shared_memory_plan_deinit(struct shared_memory_plan *plan)
{
	free(plan->hashes);
	free(plan->values);
	free(plan->frees);
	memset(plan, 0, sizeof(*plan));
}

/* ------------------------------------------------------------------- memory */

struct rt_control *shared_memory_control(const struct shared_memory *shared)
{
	return (struct rt_control *)(shared->mem + shared->plan->control);
}

struct self_table *shared_memory_selfs(const struct shared_memory *shared)
{
	return shared->plan->selfs ?
		(struct self_table *)(shared->mem + shared->plan->selfs) :
		NULL;
}

void shared_memory_init(struct shared_memory *shared,
			const struct shared_memory_plan *plan, void *mem)
{
	const struct gen_result *gen = plan->gen;
	struct direct_ring *heads;

	*shared = (struct shared_memory){
		.plan = plan,
		.mem = mem,
		.readers = xcalloc(plan->cpu_max, sizeof(*shared->readers)),
		.hashes = xcalloc(gen->keyed_cnt + 1, sizeof(*shared->hashes)),
	};
	heads = (struct direct_ring *)(shared->mem + plan->ring_heads);
	for (uint32_t cpu = 0; gen->record_max_bytes && cpu < plan->cpu_max;
	     cpu++)
		direct_reader_init(&shared->readers[cpu], heads,
				   shared->mem + plan->chunks, cpu,
				   plan->ring_bytes, gen->record_max_bytes);
	for (uint32_t i = 0; i < gen->keyed_cnt; i++) {
		hash_init(&shared->hashes[i], keyed(gen, i));
		memcpy(shared->mem + plan->hashes[i], &shared->hashes[i],
		       sizeof(shared->hashes[i]));
	}
}

void shared_memory_deinit(struct shared_memory *shared)
{
	for (uint32_t cpu = 0; shared->readers && cpu < shared->plan->cpu_max;
	     cpu++)
		direct_reader_deinit(&shared->readers[cpu]);
	free(shared->readers);
	free(shared->hashes);
	memset(shared, 0, sizeof(*shared));
}

void shared_memory_target(const struct shared_memory_plan *plan, uint64_t uaddr,
			  struct direct_target *target)
{
	const struct gen_result *gen = plan->gen;
	const struct direct_place singles[SINGLE_CNT] = {
		{ .role = MAP_CONTROL, .value_addr = uaddr + plan->control },
		{ .role = MAP_COUNTERS, .value_addr = uaddr + plan->counters },
		{ .role = MAP_RING_HEADS,
		  .value_addr = uaddr + plan->ring_heads },
		{ .role = MAP_RINGS, .value_addr = uaddr + plan->chunks },
		{ .role = MAP_AGG_SLOTS, .value_addr = uaddr + plan->slots },
		{ .role = MAP_AGG_UNKEYED,
		  .value_addr = uaddr + plan->unkeyed },
		{ .role = MAP_GLOBALS,
		  .value_addr = plan->globals ? uaddr + plan->globals : 0 },
	};
	struct direct_place *places = xcalloc(
		SINGLE_CNT + gen->keyed_cnt * KEYED_CNT, sizeof(*places));
	size_t cnt = SINGLE_CNT;

	memcpy(places, singles, sizeof(singles));
	for (uint32_t i = 0; i < gen->keyed_cnt; i++) {
		places[cnt++] = (struct direct_place){
			.role = MAP_AGG_HASH, .index = i,
			.map_addr = uaddr + plan->hashes[i],
		};
		places[cnt++] = (struct direct_place){
			.role = MAP_AGG_VALUES, .index = i,
			.value_addr = uaddr + plan->values[i],
		};
		places[cnt++] = (struct direct_place){
			.role = MAP_AGG_FREE, .index = i,
			.value_addr = uaddr + plan->frees[i],
		};
	}
	target->selfs.table_addr = plan->selfs ? uaddr + plan->selfs : 0;
	target->selfs.stride_bytes = self_stride_bytes(gen->self_bytes);
	target->cpu_max = plan->cpu_max;
	target->record_max_bytes = gen->record_max_bytes;
	target->places = places;
	target->place_cnt = cnt;
}
