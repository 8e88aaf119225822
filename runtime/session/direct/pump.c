// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/pump.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/clock.h"
#include "lang/direct_clause.h"
#include "lang/walk.h"
#include "runtime/kernel/map/maps.h"
#include "runtime/session/direct/total.h"
#include "runtime/session/report.h"
#include "runtime/session/session_state.h"

/*
 * A record takes a hundred nanoseconds; a thread that has not completed one
 * after so long has been put aside, or will never complete it.
 */
#define RECORD_LIMIT_NS 2000000000

void pump_init(struct pump *pump, struct session *session,
	       const struct shared_memory_plan *plan, void *mem, pid_t pid,
	       struct local_ring *feeds)
{
	*pump = (struct pump){
		.session = session,
		.feeds = feeds,
		.pid = pid,
		.slots = xcalloc(plan->gen->keyed_cnt + 1,
				 sizeof(*pump->slots)),
		.has_agg = xcalloc(plan->gen->aggs.cnt + 1,
				   sizeof(*pump->has_agg)),
	};
	shared_memory_init(&pump->shared, plan, mem);
}

void pump_deinit(struct pump *pump)
{
	for (uint32_t i = 0;
	     pump->slots && i < pump->shared.plan->gen->keyed_cnt; i++) {
		for (size_t s = 0; s < pump->slots[i].v.cnt; s++)
			free(pump->slots[i].v.v[s].key);
		vec_deinit(&pump->slots[i].v);
	}
	free(pump->slots);
	free(pump->has_agg);
	vec_deinit(&pump->probes);
	shared_memory_deinit(&pump->shared);
}

static void find_agg(const struct node *node, void *arg)
{
	struct pump *pump = arg;

	if (node->kind == NODE_AGG && node->agg.ident &&
	    node->agg.ident->id < pump->shared.plan->gen->aggs.cnt)
		pump->has_agg[node->agg.ident->id] = true;
}

void pump_add_probe(struct pump *pump, uint32_t prog_id, uint32_t tag)
{
	const struct gen_prog *prog = &pump->shared.plan->gen->progs.v[prog_id];

	for (size_t i = 0; i < pump->probes.cnt; i++)
		if (pump->probes.v[i].prog_id == prog_id &&
		    pump->probes.v[i].tag == tag)
			return; /* ERROR, which several probes can fire */
	vec_push(&pump->probes, ((struct pump_probe){ prog_id, tag }));
	for (size_t i = 0; i < prog->clause_cnt; i++) {
		clause_walk(prog->clauses[i], find_agg, pump);
		pump->may_exit |= clause_exits(prog->clauses[i]);
	}
}

/*
 * exit() in a hook sets the state in the shared memory, and tells the kernel by
 * a trap. A thread that never comes to the second step (killed, or a signal
 * handler jumps out) has ended the session nevertheless.
 */
void pump_follow(struct pump *pump)
{
	struct rt_control *control =
		pump->session->loaded.maps.by_role[MAP_CONTROL].mem;
	struct rt_control *to = shared_memory_control(&pump->shared);
	uint32_t state = __atomic_load_n(&control->state, __ATOMIC_ACQUIRE);
	uint32_t seen = __atomic_load_n(&to->state, __ATOMIC_ACQUIRE);
	uint32_t active = RT_ACTIVE;

	to->wall_offset_ns = control->wall_offset_ns;
	if (seen == RT_EXITING && pump->may_exit) {
		control->exit_status = to->exit_status;
		__atomic_compare_exchange_n(&control->state, &active,
					    RT_EXITING, false, __ATOMIC_SEQ_CST,
					    __ATOMIC_SEQ_CST);
		return;
	}
	pump->is_corrupt |= seen != pump->told_state;
	/* unless a hook does so just now */
	if (__atomic_compare_exchange_n(&to->state, &seen, state, false,
					__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		pump->told_state = state;
}

static const struct agg_layout *agg_of(const struct pump *pump, uint32_t id)
{
	return &pump->shared.plan->gen->aggs.v[id];
}

/* --------------------------------------------------------------------- keys */

/* Notes the key of a slot of the shared memory. The first one counts. */
static void learn(struct pump *pump, const struct agg_layout *agg,
		  uint32_t number, const void *key, uint64_t time_ns)
{
	struct pump_slots *slots = &pump->slots[agg->keyed_idx];
	struct pump_slot *slot;

	if (number >= agg->slot_max) {
		pump->is_corrupt = true;
		return;
	}
	while (slots->v.cnt <= number)
		(void)vec_add(&slots->v);
	slot = &slots->v.v[number];
	if (slot->key)
		return;
	slot->key = xmalloc(agg->key_bytes);
	memcpy(slot->key, key, agg->key_bytes);
	/* if there is no room, it is tried again with the first value */
	(void)direct_adopt(pump->session, agg, slot, time_ns);
}

static void take_key(struct pump *pump, const void *record, uint32_t len_bytes)
{
	const struct gen_result *gen = pump->shared.plan->gen;
	struct rec_key key;

	if (len_bytes < sizeof(key)) {
		pump->is_corrupt = true;
		return;
	}
	memcpy(&key, record, sizeof(key));
	if (key.agg_id >= gen->aggs.cnt || !pump->has_agg[key.agg_id] ||
	    !agg_of(pump, key.agg_id)->key_cnt ||
	    len_bytes < sizeof(key) + agg_of(pump, key.agg_id)->key_bytes) {
		pump->is_corrupt = true;
		return;
	}
	learn(pump, agg_of(pump, key.agg_id), key.slot,
	      (const uint8_t *)record + sizeof(key), key.header.time_ns);
}

/* Keys whose record was dropped are in the hash. */
static void walk_keys(struct pump *pump, const struct agg_layout *agg)
{
	const struct shared_memory *shared = &pump->shared;
	const struct direct_map *map = &shared->hashes[agg->keyed_idx];
	const uint8_t *places = shared->mem +
		shared->plan->hashes[agg->keyed_idx] + map->first_off;
	uint8_t *key = xmalloc(map->key_bytes);
	uint32_t pos = 0, slot;

	while (direct_map_next(map, places, &pos, key, &slot))
		learn(pump, agg, slot,
		      key + map->key_bytes - agg->key_bytes, 0);
	free(key);
}

/* ------------------------------------------------------------------ records */

static const struct gen_prog *find_prog(const struct pump *pump,
					const struct rec_header *header)
{
	for (size_t i = 0; i < pump->probes.cnt; i++)
		if (pump->probes.v[i].prog_id == header->prog_id &&
		    pump->probes.v[i].tag == header->probe_tag)
			return &pump->shared.plan->gen->progs
					.v[header->prog_id];
	return NULL;
}

static bool is_sane_error(const struct gen_prog *prog, const void *record,
			  uint32_t len_bytes)
{
	struct rec_error error;

	if (len_bytes < sizeof(error))
		return false;
	memcpy(&error, record, sizeof(error));
	for (size_t i = 0; i < prog->clause_cnt; i++)
		if (prog->clauses[i]->id == error.clause_id)
			return error.fault <= FAULT_BADINDEX;
	return false;
}

/* Is this a record that one of the process's programs could have written? */
static bool is_sane(const struct pump *pump, const struct rec_header *header,
		    const void *record, uint32_t len_bytes)
{
	const struct gen_result *gen = pump->shared.plan->gen;
	const struct gen_prog *prog = find_prog(pump, header);
	uint32_t layout = header->layout_id - REC_LAYOUT_FIRST;

	if (!prog || header->tgid != (uint32_t)pump->pid ||
	    header->time_ns > clock_ns(CLOCK_MONOTONIC))
		return false;
	if (header->layout_id == REC_LAYOUT_ERROR)
		return is_sane_error(prog, record, len_bytes);
	if (layout >= gen->layouts.cnt ||
	    len_bytes < sizeof(*header) + gen->layouts.v[layout].data_bytes)
		return false;
	for (size_t i = 0; i < prog->clause_cnt; i++)
		if (prog->clauses[i] == gen->layouts.v[layout].clause)
			return true;
	return false;
}

struct taking {
	struct pump *pump;
	uint32_t cpu;
};

static void take_record(const void *record, uint32_t len_bytes, void *arg)
{
	struct taking *taking = arg;
	struct pump *pump = taking->pump;
	struct rec_header header;

	memcpy(&header, record, sizeof(header));
	if (header.layout_id == REC_LAYOUT_KEY)
		take_key(pump, record, len_bytes);
	else if (!is_sane(pump, &header, record, len_bytes))
		pump->is_corrupt = true;
	else if (!local_ring_put(&pump->feeds[taking->cpu], record, len_bytes))
		direct_add_counter(pump->session, taking->cpu, CNT_REC_DROPPED,
				   1);
}

/* A counter that the programs of the process have. */
static bool has_counter(const struct pump *pump, uint32_t word)
{
	const struct gen_result *gen = pump->shared.plan->gen;
	uint32_t row;

	if (word < CNT_CPU_CNT)
		return word < CNT_DYN_DROPPED;
	row = (word - CNT_CPU_CNT) / CNT_CLAUSE_CNT;
	for (size_t i = 0; i < pump->probes.cnt; i++) {
		const struct gen_prog *prog =
			&gen->progs.v[pump->probes.v[i].prog_id];

		if (row >= prog->row_first &&
		    row - prog->row_first < prog->clause_cnt)
			return true;
	}
	return false;
}

static void take_counters(struct pump *pump)
{
	const struct shared_memory_plan *plan = pump->shared.plan;
	uint32_t words = plan->gen->counter_stride / 8;

	for (uint32_t cpu = 0; cpu < plan->cpu_max; cpu++) {
		uint64_t *from =
			(uint64_t *)(pump->shared.mem + plan->counters) +
			(size_t)cpu * words;

		for (uint32_t i = 0; i < words; i++) {
			uint64_t cnt;

			if (!__atomic_load_n(&from[i], __ATOMIC_RELAXED))
				continue;
			cnt = __atomic_exchange_n(&from[i], 0, __ATOMIC_RELAXED);
			if (i == CNT_KEY_REC_DROPPED)
				pump->key_drops += cnt;
			else if (has_counter(pump, i))
				direct_add_counter(pump->session, cpu, i,
						   cnt);
			else if (i != CNT_BUSY && i != CNT_RAN)
				pump->is_corrupt = true;
		}
	}
}

static void take_nested(struct pump *pump)
{
	struct self_table *table = shared_memory_selfs(&pump->shared);

	if (table && __atomic_load_n(&table->dropped_cnt, __ATOMIC_RELAXED))
		pump->session->direct.nested_cnt += __atomic_exchange_n(
			&table->dropped_cnt, 0, __ATOMIC_RELAXED);
}

static void say_faults(struct pump *pump)
{
	if (pump->is_corrupt && !pump->has_said_corrupt)
		session_say("process %d has written into the memory of its "
			    "direct probes: what it counts can be wrong",
			    (int)pump->pid);
	pump->has_said_corrupt |= pump->is_corrupt;
}

void pump_records(struct pump *pump, bool is_last)
{
	const struct shared_memory_plan *plan = pump->shared.plan;
	uint64_t now_ns = clock_ns(CLOCK_MONOTONIC), drops = pump->key_drops;

	for (uint32_t cpu = 0;
	     plan->gen->record_max_bytes && cpu < plan->cpu_max; cpu++) {
		struct taking taking = { pump, cpu };
		struct direct_read read = { 0 };

		direct_ring_read(&pump->shared.readers[cpu], now_ns,
				 is_last ? 0 : RECORD_LIMIT_NS, take_record,
				 &taking, &read);
		pump->is_corrupt |= read.is_corrupt;
		direct_add_counter(pump->session, cpu, CNT_REC_DROPPED,
				   read.lost_cnt);
		/* they may have been of keys */
		pump->key_drops += read.lost_cnt;
	}
	take_counters(pump);
	take_nested(pump);
	for (uint32_t i = 0;
	     pump->key_drops != drops && i < plan->gen->keyed_cnt; i++)
		if (pump->has_agg[plan->gen->keyed_agg[i]])
			walk_keys(pump, agg_of(pump, plan->gen->keyed_agg[i]));
	say_faults(pump);
}

/* ------------------------------------------------------------------- values */

/* The cells in shared memory that belong to one aggregation's @number-th slot. */
static uint64_t *cells_of(const struct pump *pump, const struct agg_layout *agg,
			  size_t number)
{
	const struct shared_memory_plan *plan = pump->shared.plan;
	uint8_t *mem = pump->shared.mem;

	if (!agg->key_cnt)
		return (uint64_t *)(mem + plan->unkeyed + agg->unkeyed_off);
	return (uint64_t *)(mem + plan->values[agg->keyed_idx]) +
		number * plan->gen->cell_max * agg->value_words;
}

void pump_each(struct pump *pump, uint32_t agg_id, pump_cells_fn *fn, void *arg)
{
	const struct agg_layout *agg = agg_of(pump, agg_id);
	struct pump_slots *slots;

	if (!pump->has_agg[agg_id])
		return;
	if (!agg->key_cnt) {
		fn(arg, agg, NULL, cells_of(pump, agg, 0));
		return;
	}
	slots = &pump->slots[agg->keyed_idx];
	for (size_t i = 0; i < slots->v.cnt; i++)
		if (slots->v.v[i].key)
			fn(arg, agg, &slots->v.v[i], cells_of(pump, agg, i));
}
