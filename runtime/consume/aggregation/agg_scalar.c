// SPDX-License-Identifier: BSD-2-Clause
/*
 * Aggregating functions that show one number (stddev is in agg_stddev.c).
 *
 *	count       { number }
 *	sum         { sum, flag }
 *	min, max    { encoded value, flag }	agg_extreme_encode(); all 0: no
 *						value yet, shown as 0
 *	avg         { number, sum }		shown: sum / number
 */
#include "runtime/common/record.h"
#include "runtime/consume/aggregation/agg_ops.h"

static int number_compare(const struct agg_value *a, const struct agg_value *b)
{
	return agg_compare_signed((int64_t)a->words[0], (int64_t)b->words[0]);
}

static uint64_t count_scalar(const struct agg_value *value)
{
	return value->words[0] / value->normal;
}

const struct agg_ops agg_ops_count = {
	.words = 1,
	.is_signed = false,
	.take = agg_take_sums,
	.compare = number_compare,
	.scalar = count_scalar,
};

static uint64_t sum_scalar(const struct agg_value *value)
{
	return (uint64_t)agg_normalised((int64_t)value->words[0],
					value->normal);
}

const struct agg_ops agg_ops_sum = {
	.words = 2,
	.is_signed = true,
	.take = agg_take_sums,
	.compare = number_compare,
	.scalar = sum_scalar,
};

/* --------------------------------------------------------------- min, max */

enum { EXTREME_WORD, EXTREME_FLAG, EXTREME_WORDS };

static bool extreme_take(uint64_t *total, uint64_t *cell, uint32_t words)
{
	uint64_t word = agg_take_word(&cell[EXTREME_WORD]);
	uint64_t flag = agg_take_word(&cell[EXTREME_FLAG]);

	(void)words;
	if (word > total[EXTREME_WORD])
		total[EXTREME_WORD] = word;
	total[EXTREME_FLAG] |= flag;
	return word | flag;
}

static int64_t extreme_value(bool is_min, const uint64_t *words)
{
	if (!words[EXTREME_WORD] && !words[EXTREME_FLAG])
		return 0;
	return agg_extreme_decode(is_min, words[EXTREME_WORD]);
}

static uint64_t min_scalar(const struct agg_value *value)
{
	return (uint64_t)agg_normalised(extreme_value(true, value->words),
					value->normal);
}

static int min_compare(const struct agg_value *a, const struct agg_value *b)
{
	return agg_compare_signed(extreme_value(true, a->words),
				  extreme_value(true, b->words));
}

const struct agg_ops agg_ops_min = {
	.words = EXTREME_WORDS,
	.is_signed = true,
	.take = extreme_take,
	.compare = min_compare,
	.scalar = min_scalar,
};

static uint64_t max_scalar(const struct agg_value *value)
{
	return (uint64_t)agg_normalised(extreme_value(false, value->words),
					value->normal);
}

static int max_compare(const struct agg_value *a, const struct agg_value *b)
{
	return agg_compare_signed(extreme_value(false, a->words),
				  extreme_value(false, b->words));
}

const struct agg_ops agg_ops_max = {
	.words = EXTREME_WORDS,
	.is_signed = true,
	.take = extreme_take,
	.compare = max_compare,
	.scalar = max_scalar,
};

/* -------------------------------------------------------------------- avg */

enum { AVG_COUNT, AVG_SUM, AVG_WORDS };

/* The words belong together; firings may add to the cell meanwhile. */
static bool avg_take(uint64_t *total, uint64_t *cell, uint32_t words)
{
	uint64_t copy[AVG_WORDS] = { 0 };

	if (!agg_read_steady(cell, AVG_WORDS, copy))
		return agg_take_sums(total, cell, words);
	for (uint32_t i = 0; i < AVG_WORDS; i++)
		__atomic_fetch_sub(&cell[i], copy[i], __ATOMIC_RELAXED);
	return agg_take_sums(total, copy, words);
}

static int64_t average(const uint64_t *words, uint64_t normal)
{
	uint64_t cnt = words[AVG_COUNT];

	if (!cnt)
		return 0;
	return agg_normalised(agg_normalised((int64_t)words[AVG_SUM], normal),
			      cnt);
}

static uint64_t avg_scalar(const struct agg_value *value)
{
	return (uint64_t)average(value->words, value->normal);
}

static int avg_compare(const struct agg_value *a, const struct agg_value *b)
{
	return agg_compare_signed(average(a->words, 1), average(b->words, 1));
}

const struct agg_ops agg_ops_avg = {
	.words = AVG_WORDS,
	.is_signed = true,
	.take = avg_take,
	.compare = avg_compare,
	.scalar = avg_scalar,
};
