// SPDX-License-Identifier: BSD-2-Clause
/*
 * lquantize(): levels of equal width, and one bucket for all values below them
 * and one for all values above.
 *
 *	lquantize(x, 0, 30, 10)
 *	bucket  0      1      2      3      4
 *	label   < 0    0      10     20     >= 30
 */
#include <stdio.h>

#include "lang/quantize_buckets.h"
#include "runtime/consume/aggregation/agg_ops.h"
#include "runtime/consume/aggregation/histogram.h"

/* The first value of a level; @bucket counts from 1. */
static int64_t level_value(const int64_t *params, uint32_t bucket)
{
	return params[LQUANT_BASE] +
		(int64_t)(bucket - 1) * params[LQUANT_STEP];
}

static void lquantize_label(const struct histogram *histogram, uint32_t bucket,
			    struct strbuf *out)
{
	const int64_t *params = histogram->params;
	char text[32];

	if (bucket == 0)
		snprintf(text, sizeof(text), "< %lld",
			 (long long)params[LQUANT_BASE]);
	else if (bucket > lquant_level_cnt(params))
		snprintf(text, sizeof(text), ">= %lld",
			 (long long)level_value(params, bucket));
	else
		snprintf(text, sizeof(text), "%lld",
			 (long long)level_value(params, bucket));
	strbuf_printf(out, "%16s", text);
}

/* For the sum, a value outside counts as one below or one above the limit. */
static struct agg_weight lquantize_weight(const struct agg_value *value)
{
	const int64_t *params = value->params, *counts;
	uint32_t level_cnt = lquant_level_cnt(params);
	struct agg_weight weight = { 0 };

	counts = (const int64_t *)value->words;
	weight.sum =
		(long double)counts[0] * (long double)(params[LQUANT_BASE] - 1);
	for (uint32_t i = 1; i <= level_cnt; i++) {
		int64_t label = level_value(params, i);

		weight.sum += (long double)counts[i] * (long double)label;
		if (!label)
			weight.zero_cnt = counts[i];
	}
	weight.sum += (long double)counts[level_cnt + 1] *
		(long double)(level_value(params, level_cnt + 1) + 1);
	return weight;
}

static int lquantize_compare(const struct agg_value *a,
			     const struct agg_value *b)
{
	struct agg_weight a_weight = lquantize_weight(a);
	struct agg_weight b_weight = lquantize_weight(b);

	return agg_compare_weights(&a_weight, &b_weight);
}

static void lquantize_print(const struct agg_value *value, struct strbuf *out)
{
	struct histogram histogram = {
		.counts = (const int64_t *)value->words,
		.params = value->params,
		.normal = value->normal,
		.look = value->look,
		.first = 0,
		.last = 2,
		.label = lquantize_label,
	};

	/* without data: the first three rows */
	(void)histogram_range(histogram.counts,
			      lquant_bucket_cnt(value->params),
			      &histogram.first, &histogram.last);
	histogram_print(&histogram, out);
}

static uint32_t lquantize_bucket_cnt(const struct agg_value *value)
{
	return lquant_bucket_cnt(value->params);
}

static void lquantize_bucket(const struct agg_value *value, uint32_t i,
			     struct agg_bucket *ret)
{
	uint32_t level_cnt = lquant_level_cnt(value->params);

	*ret = (struct agg_bucket){
		.is_below = i == 0,
		.is_above = i > level_cnt,
		.count = (int64_t)value->words[i],
	};
	if (!ret->is_below)
		ret->from = level_value(value->params, i);
	if (!ret->is_above)
		ret->to = level_value(value->params, i + 1) - 1;
}

const struct agg_ops agg_ops_lquantize = {
	.words = 4,
	.take = agg_take_sums,
	.compare = lquantize_compare,
	.print = lquantize_print,
	.bucket_cnt = lquantize_bucket_cnt,
	.bucket = lquantize_bucket,
};
