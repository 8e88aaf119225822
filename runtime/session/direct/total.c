// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/total.h"

#include "runtime/kernel/map/maps.h"
#include "runtime/session/direct/shared_memory.h"
#include "runtime/session/session_state.h"

void direct_add_counter(struct session *session, uint32_t cpu, uint32_t word,
			uint64_t cnt)
{
	const struct gen_result *gen = session->generated.result;
	uint8_t *mem = session->loaded.maps.by_role[MAP_COUNTERS].mem;

	if (cnt)
		__atomic_fetch_add((uint64_t *)(mem + cpu * gen->counter_stride) +
					   word,
				   cnt, __ATOMIC_RELAXED);
}

static uint32_t epoch_now(const struct session *session)
{
	const struct rt_control *control =
		session->loaded.maps.by_role[MAP_CONTROL].mem;

	return __atomic_load_n(&control->agg_epoch, __ATOMIC_ACQUIRE);
}

int direct_adopt(struct session *session, const struct agg_layout *agg,
		 struct pump_slot *slot, uint64_t time_ns)
{
	uint32_t epoch = epoch_now(session);
	int err = kern_maps_slot(&session->loaded.maps, agg, slot->key,
				 &slot->slot);

	slot->is_found = !err;
	if (err)
		return err;
	slot->epoch = epoch;
	return agg_set_learn(&session->consuming.consumer.aggs, agg->id,
			     slot->slot, slot->key, time_ns);
}

static bool is_zero(const uint64_t *words, uint32_t cnt)
{
	for (uint32_t i = 0; i < cnt; i++)
		if (__atomic_load_n(&words[i], __ATOMIC_RELAXED))
			return false;
	return true;
}

static void total_unkeyed(struct session *session, const struct agg_layout *agg,
			  uint64_t *cells)
{
	const struct gen_result *gen = session->generated.result;

	for (uint32_t cell = 0; cell < gen->cell_max; cell++)
		agg_set_take(&session->consuming.consumer.aggs, agg->id, 0,
			     cell, cells + cell * (gen->unkeyed_stride / 8));
}

/*
 * Empties a cell. Returns how many firings were in it; at least 1 where the
 * words do not tell, because a value or a weight was added.
 */
static uint64_t take_firings(const struct agg_layout *agg, uint64_t *cell)
{
	uint64_t first = agg_take_word(&cell[0]), sum = first, last = 0;

	for (uint32_t i = 1; i < agg->value_words; i++) {
		last = agg_take_word(&cell[i]);
		sum += last;
	}
	switch (agg->ident->agg_func) {
	case AGG_count:
	case AGG_avg:
	case AGG_stddev:
		return first;
	case AGG_quantize:
	case AGG_lquantize:
	case AGG_llquantize:
		if (!last) /* the flag of weights */
			return sum;
		break;
	case AGG_sum:
	case AGG_min:
	case AGG_max:
	case AGG_CNT:
		break;
	}
	return first || sum || last;
}

/* The cells stay in the program, where later values are added to them. */
static void drop(struct session *session, const struct agg_layout *agg,
		 uint64_t *cells)
{
	for (uint32_t cell = 0; cell < session->generated.result->cell_max;
	     cell++)
		direct_add_counter(
			session, cell, CNT_AGG_DROPPED,
			take_firings(agg, cells + (size_t)cell *
						  agg->value_words));
}

bool direct_settle(struct session *session, const struct agg_layout *agg,
		   struct pump_slot *slot, uint64_t *cells)
{
	uint32_t cell_max = session->generated.result->cell_max;

	if (is_zero(cells, agg->value_words * cell_max))
		return false;
	/* its slot may have been given to another key: agg_recycle.c */
	if (slot->is_found && slot->epoch == epoch_now(session))
		return true;
	if (!direct_adopt(session, agg, slot, 0))
		return true;
	drop(session, agg, cells);
	return false;
}

void direct_total(struct session *session, const struct agg_layout *agg,
		  struct pump_slot *slot, uint64_t *cells)
{
	uint32_t cell_max = session->generated.result->cell_max;

	if (!slot) {
		total_unkeyed(session, agg, cells);
		return;
	}
	if (!direct_settle(session, agg, slot, cells))
		return;
	for (uint32_t cell = 0; cell < cell_max; cell++)
		agg_set_take(&session->consuming.consumer.aggs, agg->id,
			     slot->slot, cell,
			     cells + (size_t)cell * agg->value_words);
}

void direct_total_counters(struct session *session,
			   const struct shared_memory *shared)
{
	const struct gen_result *gen = session->generated.result;
	uint8_t *to = session->loaded.maps.by_role[MAP_GLOBALS].mem;
	uint8_t *from = shared->mem + shared->plan->globals;

	if (!shared->plan->globals)
		return;
	for (size_t i = 0; i < gen->counter_offs.cnt; i++) {
		uint32_t off = gen->counter_offs.v[i];
		uint64_t sum = __atomic_exchange_n((uint64_t *)(from + off), 0,
						   __ATOMIC_RELAXED);

		__atomic_fetch_add((uint64_t *)(to + off), sum,
				   __ATOMIC_RELAXED);
	}
}
