/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The aggregations of a session: keys from records (agg_key_table.c), values from
 * the memory that programs write, and the actions that change them
 * (agg_take.c).
 */
#ifndef DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_SET_H
#define DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "runtime/common/record.h"
#include "runtime/consume/aggregation/agg_ops.h"
#include "runtime/consume/symbolize.h"

/* Where the values are: maps that are mapped into this process. */
struct agg_memory {
	void *unkeyed; /* of all aggregations without keys */
	uint32_t unkeyed_stride; /* bytes per CPU there */
	void *const *values; /* [keyed_idx] */
	struct rt_free *const *frees; /* [keyed_idx]; NULL: never used again */
	uint32_t *epoch; /* struct rt_control's, or NULL */
	uint32_t cpu_max;
	const bool *per_cpu; /* those with a value of their own, or NULL */
	/*
	 * For values that are elsewhere: takes those of aggregation @agg_id by
	 * agg_set_take(), after the keys that they belong to. Or NULL.
	 */
	void (*take_others)(void *arg, uint32_t agg_id);
	void *others;
};

/* Order of rows: options aggsortkey, aggsortrev, aggsortkeypos, aggsortpos. */
struct agg_sort {
	bool by_key;
	bool is_reverse;
	/* the first key to sort by; the others follow, wrapping around */
	uint32_t key_pos;
	uint32_t agg_pos; /* the aggregation whose value is compared first */
};

struct agg {
	const struct agg_layout *layout; /* borrowed */
	const struct agg_ops *ops; /* NULL: nothing ever stores into it */
	/* known slots, in order of appearance; unkeyed: 0 */
	VEC(uint32_t) slots;
	uint32_t slot_cap; /* size of the following arrays */
	uint8_t *keys; /* [slot][key_bytes] */
	/*
	 * [slot][total_words], the values that were taken: value_words of all
	 * CPUs and, with agg_memory.per_cpu, the same number for each CPU after
	 * them.
	 */
	uint64_t *totals;
	size_t total_words;
	/* [slot]: when the key was first sent; 0: not known */
	uint64_t *key_ns;
	bool *is_known; /* [slot] */
	bool *is_shown; /* [slot]: it has a value; reset by trunc() */
	uint32_t *clears; /* [slot]: how many times it was reset to 0 */
	/* [value_words]: the sum of what actions dropped; NULL: not kept */
	uint64_t *dropped;
	/*
	 * Of keys that are shown alike, such as two addresses in one function
	 * under usym(), the first one has the total of all.
	 */
	uint32_t *lead; /* [slot] */
	struct map leads; /* key as it is shown -> slot + 1 */
	/* agg_recycle.c: */
	bool *is_truncated; /* [slot]: trunc() removed it at least once */
	bool *is_retired; /* [slot]: programs no longer find it */
	size_t retired_cnt;
	uint64_t retired_ns; /* when the last one was retired */
	/* the highest `clears` of a slot that was given back */
	uint32_t forgotten_clears;
	/* slots.v[0 ... taken_cnt - 1] were taken at this time or later */
	size_t taken_cnt;
	uint64_t taken_ns;
	uint64_t printed_ns; /* taken_ns of the values that were printed last */
	uint64_t printed_firing_ns; /* set->firing_ns at that time */
	uint64_t normal; /* not 0 */
	bool was_printed; /* at least one row, by printa() */
	bool was_left_out; /* by a format, which has said so */
};

struct agg_set {
	struct agg *aggs; /* by agg_layout.id */
	size_t agg_cnt;
	struct agg_memory memory;
	/*
	 * Time of the record that is being consumed (CLOCK_MONOTONIC). It sees
	 * all values from before that time; UINT64_MAX: all values.
	 */
	uint64_t record_ns;
	/* When its firing began; 0: not known. */
	uint64_t firing_ns;
	struct address_env *addresses; /* NULL: addresses are numbers */
	const struct agg_look *look; /* NULL: plain */
};

void agg_set_init(struct agg_set *set, const struct agg_layout *layouts,
		  size_t layout_cnt, const struct agg_memory *memory);
void agg_set_deinit(struct agg_set *set);

/*
 * Reports that slot @slot of the keyed aggregation @agg_id has held @key
 * (key_bytes of it, copied) since @time_ns (0: not known), which is also the
 * time of user addresses in it. Reporting a key twice is harmless. Returns 0,
 * or -EINVAL for a number that the layouts do not have.
 */
int agg_set_learn(struct agg_set *set, uint32_t agg_id, uint32_t slot,
		  const void *key, uint64_t time_ns);

/*
 * Takes a value out of @words and adds it to the total of a slot that was
 * learned; @cpu < memory.cpu_max.
 */
void agg_set_take(struct agg_set *set, uint32_t agg_id, uint32_t slot,
		  uint32_t cpu, uint64_t *words);

/*
 * The actions. clear() and trunc() drop the values that the last print of the
 * same time or firing has shown, and no others; later values are left for the
 * next print.
 */
void agg_set_clear(struct agg_set *set, uint32_t id);
/* Keeps the @keep rows of the largest values; negative: of the smallest. */
void agg_set_trunc(struct agg_set *set, uint32_t id, int64_t keep);
/* Keeps the sum of the values that the actions drop from now on. */
void agg_set_keep_dropped(struct agg_set *set, uint32_t id);
/* Returns 0, or -EDOM if @normal is 0, which changes nothing. */
int agg_set_normalize(struct agg_set *set, uint32_t id, uint64_t normal);

#endif
