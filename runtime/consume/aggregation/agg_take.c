// SPDX-License-Identifier: BSD-2-Clause
/*
 * Adds the values that programs store to totals; and the actions that change
 * totals.
 *
 *	keyed      value map [slot][cpu][words]
 *	unkeyed    common map [cpu][unkeyed_off ...]
 *
 * A value is taken: each word is exchanged for 0 (those of avg() and stddev():
 * subtracted), atomically with respect to the programs, and added to the total
 * of its slot. So every firing is either
 * in the total or still in the memory, never in both and never in neither, for
 * minimum and maximum as well as for sums; clear() sets totals to zero and
 * loses nothing.
 *
 * Totals are valid for all records that are older than the time at which they
 * were taken. So in
 *
 *	tick-1s { printa(@a); clear(@a); }
 *
 * clear() drops exactly what printa() has shown: a firing between the two stays
 * in the memory until a younger record is read. Two clauses of one probe write
 * two records, and the reader may read the first before the second is written;
 * such records are recognised by the time at which their firing began. Keys
 * that arrive after the totals were taken are taken when they are read, unless
 * the totals were printed: then clear() and trunc() leave them for the next
 * print.
 *
 * A key is shown if it had a value. trunc() hides it until it has one again; it
 * keeps its slot until another key needs it (agg_recycle.c).
 */
#include "runtime/consume/aggregation/agg_take.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/clock.h"

static uint64_t *slot_total(const struct agg *agg, uint32_t slot)
{
	return agg->totals + (size_t)slot * agg->total_words;
}

/* Adds to the totals of all CPUs and of this one. */
static bool take_for_cpu(struct agg *agg, uint64_t *total, uint32_t cpu,
			 uint64_t *from)
{
	uint32_t words = agg->layout->value_words;
	uint64_t *copies = xcalloc(words, 2 * sizeof(*copies));
	bool has_value;

	agg->ops->take(copies, from, words);
	memcpy(copies + words, copies, (size_t)words * sizeof(*copies));
	has_value = agg->ops->take(total, copies, words);
	agg->ops->take(total + (size_t)(1 + cpu) * words, copies + words,
		       words);
	free(copies);
	return has_value;
}

static bool take_cpu(const struct agg_set *set, struct agg *agg,
		     uint64_t *total, uint32_t cpu, uint64_t *from)
{
	if (set->memory.per_cpu)
		return take_for_cpu(agg, total, cpu, from);
	return agg->ops->take(total, from, agg->layout->value_words);
}

static void take_slot(const struct agg_set *set, struct agg *agg, uint32_t slot)
{
	const struct agg_layout *layout = agg->layout;
	size_t stride = (size_t)layout->value_words * 8;
	uint32_t lead = agg->lead[slot];
	uint8_t *from;

	if (layout->key_cnt) {
		from = set->memory.values[layout->keyed_idx];
		from += (size_t)slot * set->memory.cpu_max * stride;
	} else {
		from = (uint8_t *)set->memory.unkeyed + layout->unkeyed_off;
		stride = set->memory.unkeyed_stride;
	}
	for (uint32_t cpu = 0; cpu < set->memory.cpu_max; cpu++)
		agg->is_shown[lead] |=
			take_cpu(set, agg, slot_total(agg, lead), cpu,
				 (uint64_t *)(from + cpu * stride));
}

void agg_set_take(struct agg_set *set, uint32_t agg_id, uint32_t slot,
		  uint32_t cpu, uint64_t *words)
{
	struct agg *agg = &set->aggs[agg_id];
	uint32_t lead = agg->lead[slot];

	agg->is_shown[lead] |=
		take_cpu(set, agg, slot_total(agg, lead), cpu, words);
}

void agg_take(struct agg_set *set, struct agg *agg)
{
	if (set->record_ns > agg->taken_ns) {
		agg->taken_ns = clock_ns(CLOCK_MONOTONIC);
		agg->taken_cnt = 0;
		if (set->memory.take_others)
			set->memory.take_others(set->memory.others,
						agg->layout->id);
	}
	for (; agg->taken_cnt < agg->slots.cnt; agg->taken_cnt++)
		take_slot(set, agg, agg->slots.v[agg->taken_cnt]);
}

/* For actions that drop values: totals that were printed stay as they are. */
static void take_unprinted(struct agg_set *set, struct agg *agg)
{
	bool in_firing =
		set->firing_ns && set->firing_ns == agg->printed_firing_ns;

	if (!in_firing && set->record_ns > agg->printed_ns)
		agg_take(set, agg);
}

static void zero_slot(struct agg *agg, uint32_t slot)
{
	uint64_t *total = slot_total(agg, slot);

	if (agg->dropped)
		agg->ops->take(agg->dropped, total, agg->layout->value_words);
	memset(total, 0, agg->total_words * 8);
	agg->clears[slot]++;
}

void agg_set_keep_dropped(struct agg_set *set, uint32_t id)
{
	struct agg *agg = &set->aggs[id];

	agg->dropped =
		xcalloc(agg->layout->value_words, sizeof(agg->dropped[0]));
}

void agg_set_clear(struct agg_set *set, uint32_t id)
{
	struct agg *agg = &set->aggs[id];

	if (!agg->ops)
		return;
	take_unprinted(set, agg);
	for (size_t i = 0; i < agg->slots.cnt; i++)
		zero_slot(agg, agg->slots.v[i]);
}

/*
 * Of @cnt rows sorted by value, finds those to remove: *@first_ret to
 * *@end_ret.
 */
static void find_dropped(size_t cnt, int64_t keep, size_t *first_ret,
			 size_t *end_ret)
{
	uint64_t kept = keep < 0 ? -(uint64_t)keep : (uint64_t)keep;

	if (kept > cnt)
		kept = cnt;
	*first_ret = keep < 0 ? kept : 0;
	*end_ret = keep < 0 ? cnt : cnt - kept;
}

void agg_set_trunc(struct agg_set *set, uint32_t id, int64_t keep)
{
	const struct agg_sort by_value = { 0 };
	struct agg *agg = &set->aggs[id];
	struct agg_rows rows;
	size_t first, end;

	if (!agg->ops)
		return;
	take_unprinted(set, agg);
	agg_rows_init(&rows, set, &id, 1);
	agg_rows_sort(&rows, &by_value);
	find_dropped(rows.row_cnt, keep, &first, &end);
	for (size_t i = first; i < end; i++) {
		agg->is_shown[rows.rows[i].slot] = false;
		agg->is_truncated[rows.rows[i].slot] = true;
		zero_slot(agg, rows.rows[i].slot);
	}
	agg_rows_deinit(&rows);
}

int agg_set_normalize(struct agg_set *set, uint32_t id, uint64_t normal)
{
	if (!normal)
		return -EDOM;
	set->aggs[id].normal = normal;
	return 0;
}

bool agg_set_rows(struct agg_set *set, const uint32_t *ids, size_t id_cnt,
		  const struct agg_sort *sort, bool marks_printed,
		  struct agg_rows *ret)
{
	for (size_t i = 0; i < id_cnt; i++)
		if (!set->aggs[ids[i]].ops)
			return false; /* nothing stores into it: no rows */
	for (size_t i = 0; i < id_cnt; i++) {
		struct agg *agg = &set->aggs[ids[i]];

		agg_take(set, agg);
		if (!marks_printed)
			continue;
		agg->printed_ns = agg->taken_ns;
		agg->printed_firing_ns = set->firing_ns;
	}
	agg_rows_init(ret, set, ids, id_cnt);
	for (size_t i = 0; i < id_cnt && marks_printed && ret->row_cnt; i++)
		set->aggs[ids[i]].was_printed = true;
	agg_rows_sort(ret, sort);
	return true;
}
