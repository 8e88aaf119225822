// SPDX-License-Identifier: BSD-2-Clause
/*
 * A script that prints and truncates for days sees new keys all the time, but
 * an aggregation has slots for only some ten thousand. When half of them are in
 * use, the slots of keys that trunc() removed are freed, in two steps:
 *
 *	retire	the key is removed from the hash, and a new epoch begins. A
 *		firing that starts now gets another slot; one that looked the
 *		key up just before may still add to this slot
 *	free	a second and a grace period of the kernel later, no program can
 *		be between these two steps: if the slot's memory is empty then,
 *		another key can have it
 *
 * A slot that is not empty waits until its value was taken, printed and
 * truncated, like any other. A key that comes back in the meantime has two
 * slots; the totals of both are kept in the older one, its lead, until that is
 * freed.
 */
#include "runtime/consume/aggregation/agg_recycle.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/clock.h"

static const uint64_t wait_ns = 1000000000;

/* -------------------------------------------------------------- retirement */

struct retiring {
	struct agg *agg;
	const struct consumer_ops *ops;
	void *ctx;
};

/* A key that was never truncated may have a value that was not yet taken. */
static int retire_key(void *arg, const void *key, uint32_t slot,
		      uint64_t time_ns)
{
	const struct retiring *retiring = arg;
	struct agg *agg = retiring->agg;
	uint32_t lead;

	(void)time_ns;
	if (slot >= agg->slot_cap || !agg->is_known[slot] ||
	    agg->is_retired[slot])
		return 0;
	lead = agg->lead[slot];
	if (agg->is_shown[lead] || !agg->is_truncated[lead])
		return 0;
	retiring->ops->forget_key(retiring->ctx, agg->layout->keyed_idx, key);
	agg->is_retired[slot] = true;
	agg->retired_cnt++;
	return 0;
}

static void retire(const struct agg_set *set, struct agg *agg,
		   const struct consumer_ops *ops, void *ctx)
{
	struct retiring retiring = { .agg = agg, .ops = ops, .ctx = ctx };

	ops->walk(ctx, agg->layout->keyed_idx, retire_key, &retiring);
	/* programs that cached a slot look it up in the hash again */
	if (set->memory.epoch)
		__atomic_add_fetch(set->memory.epoch, 1, __ATOMIC_SEQ_CST);
	agg->retired_ns = clock_ns(CLOCK_MONOTONIC);
}

/* ----------------------------------------------------------------- freeing */

static bool is_empty(const struct agg_set *set, const struct agg *agg,
		     uint32_t slot)
{
	size_t words = (size_t)agg->layout->value_words * set->memory.cpu_max;
	const uint64_t *cell = set->memory.values[agg->layout->keyed_idx];

	cell += slot * words;
	for (size_t i = 0; i < words; i++)
		if (__atomic_load_n(&cell[i], __ATOMIC_RELAXED))
			return false;
	return true;
}

enum { NO_HEIR = UINT32_MAX };

/* Of the slots whose totals are kept in @lead, one that is not being freed. */
static uint32_t *find_heirs(const struct agg *agg, const bool *is_leaving)
{
	uint32_t *heirs = xrealloc_array(NULL, agg->slot_cap, sizeof(*heirs));

	for (uint32_t i = 0; i < agg->slot_cap; i++)
		heirs[i] = NO_HEIR;
	for (size_t i = 0; i < agg->slots.cnt; i++) {
		uint32_t slot = agg->slots.v[i], lead = agg->lead[slot];

		if (lead != slot && !is_leaving[slot] &&
		    heirs[lead] == NO_HEIR)
			heirs[lead] = slot;
	}
	return heirs;
}

/* A lead that is freed has no totals, so its successor begins at 0 as well. */
static void follow_heir(struct agg *agg, uint32_t slot, const bool *is_leaving,
			const uint32_t *heirs)
{
	uint32_t lead = agg->lead[slot], heir = heirs[lead];

	if (!is_leaving[lead])
		return;
	agg->lead[slot] = heir;
	if (heir != slot)
		return;
	agg->clears[slot] = agg->clears[lead];
	agg->is_truncated[slot] = true;
}

static void forget_slot(struct agg *agg, uint32_t slot)
{
	agg->is_known[slot] = agg->is_retired[slot] = false;
	agg->is_shown[slot] = agg->is_truncated[slot] = false;
	if (agg->clears[slot] > agg->forgotten_clears)
		agg->forgotten_clears = agg->clears[slot];
	memset(agg->totals + (size_t)slot * agg->total_words, 0,
	       agg->total_words * sizeof(*agg->totals));
	agg->retired_cnt--;
}

static void rebuild_leads(struct agg *agg)
{
	size_t key_bytes = agg->layout->key_bytes;

	map_deinit(&agg->leads);
	for (size_t i = 0; i < agg->slots.cnt; i++) {
		uint32_t slot = agg->slots.v[i];

		if (agg->lead[slot] == slot)
			*map_put(&agg->leads, agg->keys + slot * key_bytes,
				 key_bytes) = (void *)((uintptr_t)slot + 1);
	}
}

/* From here on programs can take the slot for another key. */
static void give_slot(struct rt_free *free, uint32_t slot_max, uint32_t slot)
{
	uint64_t number, taken, *place;

	do {
		taken = __atomic_load_n(&free->taken, __ATOMIC_ACQUIRE);
		number = free->given > taken ? free->given : taken;
		place = &free->slots[number % slot_max];
		__atomic_store_n(place, (uint64_t)slot + 1, __ATOMIC_RELEASE);
		__atomic_store_n(&free->given, number + 1, __ATOMIC_SEQ_CST);
		/*
		 * a program that came too early took this place while it was
		 * empty
		 */
	} while (__atomic_load_n(&free->taken, __ATOMIC_SEQ_CST) > number &&
		 __atomic_exchange_n(place, 0, __ATOMIC_ACQ_REL));
}

/* Removes the slots that are being freed from the list, and frees them. */
static void give_back(const struct agg_set *set, struct agg *agg,
		      const bool *is_leaving)
{
	size_t kept = 0, taken = 0;

	for (size_t i = 0; i < agg->slots.cnt; i++) {
		uint32_t slot = agg->slots.v[i];

		if (is_leaving[slot])
			continue;
		taken += i < agg->taken_cnt;
		agg->slots.v[kept++] = slot;
	}
	agg->slots.cnt = kept;
	agg->taken_cnt = taken;
	rebuild_leads(agg);
	for (uint32_t slot = 0; slot < agg->slot_cap; slot++) {
		if (!is_leaving[slot])
			continue;
		forget_slot(agg, slot);
		give_slot(set->memory.frees[agg->layout->keyed_idx],
			  agg->layout->slot_max, slot);
	}
}

static void free_retired(const struct agg_set *set, struct agg *agg)
{
	bool *is_leaving = xcalloc(agg->slot_cap, sizeof(*is_leaving));
	uint32_t *heirs;

	for (size_t i = 0; i < agg->slots.cnt; i++) {
		uint32_t slot = agg->slots.v[i];

		is_leaving[slot] = agg->is_retired[slot] &&
				   is_empty(set, agg, slot) &&
				   !(agg->lead[slot] == slot &&
				     agg->is_shown[slot]);
	}
	heirs = find_heirs(agg, is_leaving);
	for (size_t i = 0; i < agg->slots.cnt; i++)
		if (!is_leaving[agg->slots.v[i]])
			follow_heir(agg, agg->slots.v[i], is_leaving, heirs);
	give_back(set, agg, is_leaving);
	agg->retired_ns = clock_ns(CLOCK_MONOTONIC);
	free(heirs);
	free(is_leaving);
}

void agg_recycle(struct agg_set *set, struct agg *agg,
		 const struct consumer_ops *ops, void *ctx)
{
	if (!agg->ops || !agg->layout->is_recycled ||
	    agg->slots.cnt <= agg->layout->slot_max / 2 ||
	    clock_ns(CLOCK_MONOTONIC) < agg->retired_ns + wait_ns)
		return;
	if (agg->retired_cnt) {
		if (!ops->wait_for_programs(ctx))
			return;
		free_retired(set, agg);
	}
	retire(set, agg, ops, ctx);
}
