// SPDX-License-Identifier: BSD-2-Clause
/*
 * Keys of aggregations.
 *
 * A program that creates a key takes a slot for it and sends one record,
 * (aggregation, slot, key). The table built here from these records, slot ->
 * key, is all that is needed to print: values are at [slot][cpu] of mapped
 * memory (agg_take.c). The kernel is not asked for anything, so 10,000 keys
 * cost a few milliseconds and no system call. An aggregation without keys has
 * one slot, 0.
 */
#include "runtime/consume/aggregation/agg_set.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Grows an array from @old_cnt to @cap elements; the new ones are 0. */
static void *grow_zeroed(void *array, size_t old_cnt, size_t cap, size_t bytes)
{
	uint8_t *grown = xrealloc_array(array, cap, bytes ? bytes : 1);

	memset(grown + old_cnt * bytes, 0, (cap - old_cnt) * bytes);
	return grown;
}

/* Slots are given out in order, so the table grows as they are used. */
static void agg_grow(struct agg *agg, uint32_t slot)
{
	const struct agg_layout *layout = agg->layout;
	uint32_t cap = agg->slot_cap ? agg->slot_cap : 16;

	while (cap <= slot)
		cap *= 2;
	if (cap > layout->slot_max)
		cap = slot + 1 > layout->slot_max ? slot + 1 : layout->slot_max;
	agg->keys =
		grow_zeroed(agg->keys, agg->slot_cap, cap, layout->key_bytes);
	agg->totals = grow_zeroed(agg->totals, agg->slot_cap, cap,
				  agg->total_words * sizeof(uint64_t));
	agg->key_ns =
		grow_zeroed(agg->key_ns, agg->slot_cap, cap, sizeof(uint64_t));
	agg->is_known =
		grow_zeroed(agg->is_known, agg->slot_cap, cap, sizeof(bool));
	agg->is_shown =
		grow_zeroed(agg->is_shown, agg->slot_cap, cap, sizeof(bool));
	agg->clears =
		grow_zeroed(agg->clears, agg->slot_cap, cap, sizeof(uint32_t));
	agg->lead =
		grow_zeroed(agg->lead, agg->slot_cap, cap, sizeof(uint32_t));
	agg->is_truncated = grow_zeroed(agg->is_truncated, agg->slot_cap, cap,
					sizeof(bool));
	agg->is_retired =
		grow_zeroed(agg->is_retired, agg->slot_cap, cap, sizeof(bool));
	agg->slot_cap = cap;
}

static void add_slot(struct agg *agg, uint32_t slot)
{
	if (slot >= agg->slot_cap)
		agg_grow(agg, slot);
	if (agg->is_known[slot])
		return;
	vec_push(&agg->slots, slot);
	agg->is_known[slot] = true;
	agg->lead[slot] = slot;
	/* its key may have been forgotten: the number never decreases */
	agg->clears[slot] = agg->forgotten_clears;
}

/*
 * Reduces the key of @slot to the part that is shown, and finds the first key
 * that is shown alike.
 */
static void fold_slot(struct agg_set *set, struct agg *agg, uint32_t slot)
{
	const struct agg_layout *layout = agg->layout;
	uint8_t *key = agg->keys + (size_t)slot * layout->key_bytes;
	uint64_t was_ns = address_at(set->addresses, agg->key_ns[slot]);
	bool is_folded = false;
	void **lead;

	for (size_t i = 0; set->addresses && i < layout->key_cnt; i++)
		is_folded |=
			address_reduce(set->addresses, &layout->keys[i], key);
	address_at(set->addresses, was_ns);
	/* while a slot waits to be reused, its key can have another one */
	if (!is_folded && !layout->is_recycled)
		return;
	lead = map_put(&agg->leads, key, layout->key_bytes);
	if (!*lead)
		*lead = (void *)((uintptr_t)slot + 1);
	agg->lead[slot] = (uint32_t)((uintptr_t)*lead - 1);
}

void agg_set_init(struct agg_set *set, const struct agg_layout *layouts,
		  size_t layout_cnt, const struct agg_memory *memory)
{
	*set = (struct agg_set){
		.aggs = xcalloc(layout_cnt, sizeof(struct agg)),
		.agg_cnt = layout_cnt,
		.memory = *memory,
		.record_ns = UINT64_MAX,
	};
	for (size_t i = 0; i < layout_cnt; i++) {
		struct agg *agg = &set->aggs[i];

		agg->layout = &layouts[i];
		agg->normal = 1;
		agg->total_words = (size_t)layouts[i].value_words *
			(memory->per_cpu ? 1 + memory->cpu_max : 1);
		if (!layouts[i].ident)
			continue;
		agg->ops = agg_ops_table[layouts[i].ident->agg_func];
		assert(layouts[i].value_words >= agg->ops->words);
		if (!layouts[i].key_cnt)
			add_slot(agg, 0);
	}
}

void agg_set_deinit(struct agg_set *set)
{
	for (size_t i = 0; i < set->agg_cnt; i++) {
		vec_deinit(&set->aggs[i].slots);
		free(set->aggs[i].keys);
		free(set->aggs[i].totals);
		free(set->aggs[i].key_ns);
		free(set->aggs[i].is_known);
		free(set->aggs[i].is_shown);
		free(set->aggs[i].clears);
		free(set->aggs[i].dropped);
		free(set->aggs[i].lead);
		free(set->aggs[i].is_truncated);
		free(set->aggs[i].is_retired);
		map_deinit(&set->aggs[i].leads);
	}
	free(set->aggs);
	*set = (struct agg_set){ 0 };
}

int agg_set_learn(struct agg_set *set, uint32_t agg_id, uint32_t slot,
		  const void *key, uint64_t time_ns)
{
	struct agg *agg;
	bool is_new;

	if (agg_id >= set->agg_cnt)
		return -EINVAL;
	agg = &set->aggs[agg_id];
	if (!agg->ops || !agg->layout->key_cnt || slot >= agg->layout->slot_max)
		return -EINVAL;
	is_new = slot >= agg->slot_cap || !agg->is_known[slot];
	add_slot(agg, slot);
	if (!is_new)
		return 0;
	memcpy(agg->keys + (size_t)slot * agg->layout->key_bytes, key,
	       agg->layout->key_bytes);
	agg->key_ns[slot] = time_ns;
	fold_slot(set, agg, slot);
	return 0;
}
