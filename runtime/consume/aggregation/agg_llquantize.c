// SPDX-License-Identifier: BSD-2-Clause
/*
 * llquantize(): magnitudes (powers of a factor), each divided into steps of
 * equal width, for both signs; one bucket around 0, and one at each end.
 *
 *	llquantize(x, 10, 0, 1, 5), 10 buckets on a side:
 *	bucket  0       1   ... 10  11       12  13      21  22
 *	label   <= -100 -80 ... -1  0        1   2   ... 80  >= 100
 *
 * A bucket contains the values from its label on, away from 0. The label of the
 * bucket in the middle says what it contains: `abs() < L`, `< L` if no negative
 * row is shown, `0` if the first magnitude begins at 1.
 */
#include <stdio.h>

#include "lang/quantize_buckets.h"
#include "runtime/consume/aggregation/agg_ops.h"
#include "runtime/consume/aggregation/histogram.h"

/* The first value of bucket @number, counted from the middle, which is 0. */
static uint64_t bucket_begin(const int64_t *params, uint32_t number)
{
	struct llquant_mag mags[LLQUANT_MAG_MAX];
	size_t cnt = llquant_mags(params, mags);
	uint64_t begin;

	if (!number)
		return 0;
	for (size_t i = 0; i < cnt; i++) {
		const struct llquant_mag *mag = &mags[i];

		if (number >= mag->bucket + mag->bucket_cnt)
			continue;
		begin = (mag->begin / mag->width + number - mag->bucket) *
			mag->width;
		return begin > mag->begin ? begin : mag->begin;
	}
	return mags[cnt - 1].end;
}

static int64_t bucket_label(const int64_t *params, uint32_t bucket)
{
	uint32_t middle = llquant_overflow(params);

	if (bucket < middle)
		return -(int64_t)bucket_begin(params, middle - bucket);
	return (int64_t)bucket_begin(params, bucket - middle);
}

static void llquantize_label(const struct histogram *histogram, uint32_t bucket,
			     struct strbuf *out)
{
	const int64_t *params = histogram->params;
	uint32_t middle = llquant_overflow(params);
	long long label = bucket_label(params, bucket);
	const char *sign = "";
	char text[40];

	if (bucket == 0)
		sign = "<= ";
	else if (bucket == 2 * middle)
		sign = ">= ";
	else if (bucket == middle && params[LLQUANT_LOW] > 0)
		sign = histogram->first < middle ? "abs() < " : "< ";
	if (bucket == middle && params[LLQUANT_LOW] > 0)
		label = (long long)bucket_begin(params, 1);
	snprintf(text, sizeof(text), "%s%lld", sign, label);
	strbuf_printf(out, "%16s", text);
}

static struct agg_weight llquantize_weight(const struct agg_value *value)
{
	const int64_t *counts = (const int64_t *)value->words;
	uint32_t cnt = llquant_bucket_cnt(value->params);
	struct agg_weight weight = { .zero_cnt = counts[cnt / 2] };

	for (uint32_t i = 0; i < cnt; i++)
		if (counts[i])
			weight.sum += (long double)counts[i] *
				(long double)bucket_label(value->params, i);
	return weight;
}

static int llquantize_compare(const struct agg_value *a,
			      const struct agg_value *b)
{
	struct agg_weight a_weight = llquantize_weight(a);
	struct agg_weight b_weight = llquantize_weight(b);

	return agg_compare_weights(&a_weight, &b_weight);
}

/* If 0 has its own bucket and is the first one, there is no row above it. */
static void leave_out_negative(struct histogram *histogram, uint32_t middle)
{
	if (!histogram->params[LLQUANT_LOW] && histogram->first == middle - 1 &&
	    !histogram->counts[middle - 1])
		histogram->first = middle;
}

static void llquantize_print(const struct agg_value *value, struct strbuf *out)
{
	uint32_t middle = llquant_overflow(value->params);
	struct histogram histogram = {
		.counts = (const int64_t *)value->words,
		.params = value->params,
		.normal = value->normal,
		.look = value->look,
		.first = middle - 1,
		.last = middle + 1,
		.label = llquantize_label,
	};

	/* no data: show the three rows in the middle */
	if (!histogram_range(histogram.counts,
			     llquant_bucket_cnt(value->params),
			     &histogram.first, &histogram.last))
		leave_out_negative(&histogram, middle);
	histogram_print(&histogram, out);
}

static uint32_t llquantize_bucket_cnt(const struct agg_value *value)
{
	return llquant_bucket_cnt(value->params);
}

/*
 * Bucket middle + n contains begin(n) to begin(n + 1) - 1; middle - n mirrors
 * it.
 */
static void llquantize_bucket(const struct agg_value *value, uint32_t i,
			      struct agg_bucket *ret)
{
	const int64_t *params = value->params;
	uint32_t middle = llquant_overflow(params);
	bool is_negative = i < middle;
	uint32_t number = is_negative ? middle - i : i - middle;
	bool is_last = number == middle;
	int64_t near = (int64_t)bucket_begin(params, number);
	int64_t far = is_last ? near :
				(int64_t)bucket_begin(params, number + 1) - 1;

	*ret = (struct agg_bucket){
		.from = is_negative ? -far : number ? near : -far,
		.to = is_negative ? -near : far,
		.is_below = is_last && is_negative,
		.is_above = is_last && !is_negative,
		.count = (int64_t)value->words[i],
	};
}

const struct agg_ops agg_ops_llquantize = {
	.words = 4,
	.take = agg_take_sums,
	.compare = llquantize_compare,
	.print = llquantize_print,
	.bucket_cnt = llquantize_bucket_cnt,
	.bucket = llquantize_bucket,
};
