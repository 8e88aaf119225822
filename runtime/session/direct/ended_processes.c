// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/session/direct/ended_processes.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/session/session_state.h"

struct adding {
	struct ended_agg *ended;
	const struct session *session;
};

static const struct agg_ops *ops_of(const struct session *session,
				    const struct agg_layout *agg)
{
	return session->consuming.consumer.aggs.aggs[agg->id].ops;
}

/* The cells of a key, which may be new. */
static uint64_t *cells_of(struct ended_agg *ended, const struct agg_layout *agg,
			  const void *key, size_t words)
{
	void **slot = map_put(&ended->by_key, key, agg->key_bytes);
	struct pump_slot *added;

	if (!*slot) {
		added = vec_add(&ended->slots);
		added->key = xmalloc(agg->key_bytes);
		memcpy(added->key, key, agg->key_bytes);
		vec_push(&ended->cells, xcalloc(words, sizeof(uint64_t)));
		*slot = (void *)(uintptr_t)ended->slots.cnt;
	}
	return ended->cells.v[(uintptr_t)*slot - 1];
}

static void add_cells(void *arg, const struct agg_layout *agg,
		      struct pump_slot *slot, uint64_t *cells)
{
	struct adding *adding = arg;
	const struct gen_result *gen = adding->session->generated.result;
	const struct agg_ops *ops = ops_of(adding->session, agg);
	size_t stride = slot ? agg->value_words : gen->unkeyed_stride / 8;
	uint64_t *to;

	if (slot) {
		to = cells_of(adding->ended, agg, slot->key,
			      stride * gen->cell_max);
	} else {
		if (!adding->ended->unkeyed)
			adding->ended->unkeyed =
				xcalloc(stride * gen->cell_max, sizeof(*to));
		to = adding->ended->unkeyed;
	}
	for (uint32_t cell = 0; cell < gen->cell_max; cell++)
		ops->take(to + cell * stride, cells + cell * stride,
			  agg->value_words);
}

void ended_processes_add(struct ended_processes *ended, struct pump *pump)
{
	const struct session *session = pump->session;
	const struct gen_result *gen = session->generated.result;

	if (!ended->aggs)
		ended->aggs = xcalloc(gen->aggs.cnt + 1, sizeof(*ended->aggs));
	ended->agg_cnt = gen->aggs.cnt;
	for (uint32_t id = 0; id < gen->aggs.cnt; id++) {
		struct adding adding = { &ended->aggs[id], session };

		if (ops_of(session, &gen->aggs.v[id]))
			pump_each(pump, id, add_cells, &adding);
	}
}

void ended_processes_each(struct ended_processes *ended,
			  const struct agg_layout *agg, pump_cells_fn *fn,
			  void *arg)
{
	struct ended_agg *from;

	if (!ended->aggs)
		return;
	from = &ended->aggs[agg->id];
	if (from->unkeyed)
		fn(arg, agg, NULL, from->unkeyed);
	for (size_t i = 0; i < from->slots.cnt; i++)
		fn(arg, agg, &from->slots.v[i], from->cells.v[i]);
}

void ended_processes_deinit(struct ended_processes *ended)
{
	for (size_t id = 0; id < ended->agg_cnt; id++) {
		struct ended_agg *agg = &ended->aggs[id];

		for (size_t i = 0; i < agg->slots.cnt; i++) {
			free(agg->slots.v[i].key);
			free(agg->cells.v[i]);
		}
		vec_deinit(&agg->slots);
		vec_deinit(&agg->cells);
		map_deinit(&agg->by_key);
		free(agg->unkeyed);
	}
	free(ended->aggs);
}
