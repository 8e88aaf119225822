/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The consumer's side of an aggregating function. There is one struct agg_ops
 * for each AGG row of lang/table/builtins.def, bound by the row's name.
 *
 * To add one: the row (the words of its value are in runtime/common/record.h),
 * gen_agg_<name> in the generator, and here agg_ops_<name> in the file of its
 * family.
 */
#ifndef DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_OPS_H
#define DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_OPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"
#include "lang/ast.h"

/* The options agghist, aggpack, aggzoom, escape, encoding and color. */
struct agg_look {
	bool has_bars; /* sums and counts as bars */
	bool is_packed; /* distributions as one line */
	bool is_zoomed; /* the largest bar takes 95% of its column */
	bool is_escaped; /* control characters in texts of printa() */
	bool is_utf8; /* block elements instead of @ ... */
	bool packs_utf8; /* ... and in packed lines */
	bool has_color;
};

/* A total over all CPUs, and how to interpret it. */
struct agg_value {
	const struct agg_ops *ops;
	const int64_t *params; /* ident.agg_params */
	uint64_t normal; /* the shown value is divided by this; not 0 */
	const uint64_t *words;
	const struct agg_look *look; /* NULL: plain */
};

/* A bucket of a histogram, as numbers. */
struct agg_bucket {
	int64_t from, to; /* both inclusive */
	bool is_below, is_above; /* from, to: there is no end on this side */
	int64_t count; /* as stored */
};

struct agg_ops {
	uint32_t words; /* at least; a histogram has one for each bucket */
	bool is_signed; /* of the scalar */
	/*
	 * Moves the value of one CPU from the memory that programs write to the
	 * total. Returns whether there was a value.
	 */
	bool (*take)(uint64_t *total, uint64_t *cell, uint32_t words);
	/* Compares the stored values, regardless of the normal. */
	int (*compare)(const struct agg_value *a, const struct agg_value *b);
	/* The number to show; NULL for a histogram, */
	uint64_t (*scalar)(const struct agg_value *value);
	/* ... whose text begins with a newline and ends after its last line. */
	void (*print)(const struct agg_value *value, struct strbuf *out);
	/*
	 * For histograms: the number of buckets, and bucket @i in ascending
	 * order.
	 */
	uint32_t (*bucket_cnt)(const struct agg_value *value);
	void (*bucket)(const struct agg_value *value, uint32_t i,
		       struct agg_bucket *ret);
};

#define VAR(name, type, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags)
#define AGG(name, proto, flags) extern const struct agg_ops agg_ops_##name;
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG

/* By enum agg_func. */
extern const struct agg_ops *const agg_ops_table[AGG_CNT];

/* For values that only addition changes: sums all words. */
bool agg_take_sums(uint64_t *total, uint64_t *cell, uint32_t words);
/*
 * Reads a cell whose first word counts and whose others are added to after it:
 * only when no firing is between these additions, which the words show by
 * staying as they are for longer than that takes. Returns false if they never
 * did, or if nothing was counted.
 */
bool agg_read_steady(const uint64_t *cell, uint32_t words, uint64_t *ret);
/* Exchanges a word that programs may be changing for 0; returns its value. */
static inline uint64_t agg_take_word(uint64_t *word)
{
	if (!__atomic_load_n(word, __ATOMIC_RELAXED))
		return 0;
	return __atomic_exchange_n(word, 0, __ATOMIC_RELAXED);
}

/*
 * Compares histograms: by the sum of label * count, then by the count of zero.
 */
struct agg_weight {
	long double sum;
	int64_t zero_cnt;
};
int agg_compare_weights(const struct agg_weight *a, const struct agg_weight *b);
int agg_compare_signed(int64_t a, int64_t b);
/* @value / @normal, rounded towards zero. */
int64_t agg_normalised(int64_t value, uint64_t normal);

#endif
