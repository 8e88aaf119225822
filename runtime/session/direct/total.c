// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/total.h"

#include "runtime/kernel/map/maps.h"
#include "runtime/session/session_state.h"

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

/* The words stay in the program, where later values are added to them. */
static void drop(struct session *session, uint64_t *cells, uint32_t words)
{
	uint64_t *counters = session->loaded.maps.by_role[MAP_COUNTERS].mem;

	for (uint32_t i = 0; i < words; i++)
		__atomic_store_n(&cells[i], 0, __ATOMIC_RELAXED);
	__atomic_fetch_add(&counters[CNT_AGG_DROPPED], 1, __ATOMIC_RELAXED);
}

void direct_total(struct session *session, const struct agg_layout *agg,
		  struct pump_slot *slot, uint64_t *cells)
{
	uint32_t cell_max = session->generated.result->cell_max;

	if (!slot) {
		total_unkeyed(session, agg, cells);
		return;
	}
	if (is_zero(cells, agg->value_words * cell_max))
		return;
	/* its slot may have been given to another key: agg_recycle.c */
	if ((!slot->is_found || slot->epoch != epoch_now(session)) &&
	    direct_adopt(session, agg, slot, 0)) {
		drop(session, cells, agg->value_words * cell_max);
		return;
	}
	for (uint32_t cell = 0; cell < cell_max; cell++)
		agg_set_take(&session->consuming.consumer.aggs, agg->id,
			     slot->slot, cell,
			     cells + (size_t)cell * agg->value_words);
}
