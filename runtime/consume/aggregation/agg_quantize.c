// SPDX-License-Identifier: BSD-2-Clause
/*
 * quantize(): 127 buckets, one for each power of two and sign, and one for 0.
 *
 *	bucket  0      61 62 63 64 65 66     126
 *	label   -2^62  -2 -1  0  1  2  4     2^62
 *
 * A bucket contains the values from its label on, away from 0, up to the next
 * label.
 */
#include "runtime/consume/aggregation/agg_ops.h"
#include "runtime/consume/aggregation/histogram.h"

enum {
	BUCKET_CNT = 127,
	BUCKET_ZERO = 63,
};

static int64_t bucket_value(uint32_t bucket)
{
	if (bucket < BUCKET_ZERO)
		return -(INT64_C(1) << (BUCKET_ZERO - 1 - bucket));
	if (bucket > BUCKET_ZERO)
		return INT64_C(1) << (bucket - BUCKET_ZERO - 1);
	return 0;
}

static void quantize_label(const struct histogram *histogram, uint32_t bucket,
			   struct strbuf *out)
{
	(void)histogram;
	strbuf_printf(out, "%16lld", (long long)bucket_value(bucket));
}

static struct agg_weight quantize_weight(const uint64_t *counts)
{
	struct agg_weight weight = { .zero_cnt = (int64_t)counts[BUCKET_ZERO] };

	for (uint32_t i = 0; i < BUCKET_CNT; i++)
		weight.sum += (long double)bucket_value(i) *
			(long double)(int64_t)counts[i];
	return weight;
}

static int quantize_compare(const struct agg_value *a,
			    const struct agg_value *b)
{
	struct agg_weight a_weight = quantize_weight(a->words);
	struct agg_weight b_weight = quantize_weight(b->words);

	return agg_compare_weights(&a_weight, &b_weight);
}

static void quantize_print(const struct agg_value *value, struct strbuf *out)
{
	struct histogram histogram = {
		.counts = (const int64_t *)value->words,
		.normal = value->normal,
		.look = value->look,
		.first = BUCKET_ZERO - 1,
		.last = BUCKET_ZERO + 1,
		.label = quantize_label,
	};

	/* without data: the three rows around 0 */
	(void)histogram_range(histogram.counts, BUCKET_CNT, &histogram.first,
			      &histogram.last);
	histogram_print(&histogram, out);
}

static uint32_t quantize_bucket_cnt(const struct agg_value *value)
{
	(void)value;
	return BUCKET_CNT;
}

static void quantize_bucket(const struct agg_value *value, uint32_t i,
			    struct agg_bucket *ret)
{
	*ret = (struct agg_bucket){
		.from = bucket_value(i),
		.to = bucket_value(i),
		.is_below = i == 0,
		.is_above = i == BUCKET_CNT - 1,
		.count = (int64_t)value->words[i],
	};
	if (i < BUCKET_ZERO && i > 0)
		ret->from = bucket_value(i - 1) + 1;
	if (i > BUCKET_ZERO && i < BUCKET_CNT - 1)
		ret->to = bucket_value(i + 1) - 1;
}

const struct agg_ops agg_ops_quantize = {
	.words = BUCKET_CNT + 1,
	.take = agg_take_sums,
	.compare = quantize_compare,
	.print = quantize_print,
	.bucket_cnt = quantize_bucket_cnt,
	.bucket = quantize_bucket,
};
