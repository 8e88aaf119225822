// SPDX-License-Identifier: BSD-2-Clause
/*
 * The words have the layout of runtime/common/record.h, so that values are
 * added, sorted and printed by dtrace's own functions (struct agg_ops).
 */
#include "cmd/merge/read_value.h"

#include <errno.h>
#include <string.h>

#include "cmd/merge/say.h"
#include "lang/check/checker.h"
#include "runtime/consume/format/json_agg.h"

int value_read_params(const struct merge *merge, const struct json *line,
		      struct merge_agg *agg)
{
	const struct json *params = json_member_of(line, "params", JSON_ARRAY);
	const struct json *param = params ? params->first : NULL;
	size_t cnt = 0;

	for (; param && param->kind == JSON_NUMBER && cnt < AGG_PARAM_MAX;
	     param = param->next)
		agg->params[cnt++] = (int64_t)param->number;
	if (param || cnt != json_agg_param_cnt(agg->func) ||
	    !bucket_params_valid(agg->func, agg->params))
		return merge_bad_line(merge, "@%s: no valid `params' of %s()",
				      agg->name, agg_func_name(agg->func));
	return 0;
}

uint32_t value_word_cnt(const struct merge_agg *agg)
{
	struct agg_value value = { .ops = agg->ops, .params = agg->params };

	if (agg->ops->scalar)
		return agg->ops->words;
	return agg->ops->bucket_cnt(&value) + 1;
}

/* ----------------------------------------------------------------- scalars */

static int no_member(const struct merge *merge, const struct merge_agg *agg,
		     const char *key)
{
	return merge_bad_line(merge, "@%s: %s() needs a valid `%s'", agg->name,
			      agg_func_name(agg->func), key);
}

static int read_number(const struct merge *merge, const struct json *line,
		       const struct merge_agg *agg, const char *key,
		       bool is_signed, uint64_t *ret)
{
	const struct json *number = json_member_of(line, key, JSON_NUMBER);

	if (!number ||
	    (is_signed ? ((int64_t)number->number < 0) != number->is_negative :
			 number->is_negative))
		return no_member(merge, agg, key);
	*ret = number->number;
	return 0;
}

/* A decimal of up to 128 bits, low word first. */
static int read_squares(const struct merge *merge, const struct json *line,
			const struct merge_agg *agg, uint64_t *words)
{
	const struct json *text = json_member_of(line, "squares", JSON_STRING);
	unsigned __int128 value = 0;

	if (!text || !text->len ||
	    strspn(text->text, "0123456789") != text->len)
		return no_member(merge, agg, "squares");
	for (size_t i = 0; i < text->len; i++) {
		unsigned int digit = (unsigned int)(text->text[i] - '0');

		if (__builtin_mul_overflow(value, (unsigned __int128)10,
					   &value) ||
		    __builtin_add_overflow(value, digit, &value))
			return no_member(merge, agg, "squares");
	}
	words[0] = (uint64_t)value;
	words[1] = (uint64_t)(value >> 64);
	return 0;
}

static int read_sums(const struct merge *merge, const struct json *line,
		     const struct merge_agg *agg, uint64_t *words)
{
	if (read_number(merge, line, agg, "count", false, &words[0]) ||
	    read_number(merge, line, agg, "sum", true, &words[1]))
		return -EINVAL;
	if (agg->func == AGG_stddev)
		return read_squares(merge, line, agg, &words[2]);
	return 0;
}

static int read_scalar(const struct merge *merge, const struct json *line,
		       const struct merge_agg *agg, uint64_t *words)
{
	const char *key = json_member(line, "normal") ? "raw" : "value";
	bool is_extreme = agg->func == AGG_min || agg->func == AGG_max;

	if (agg->func == AGG_avg || agg->func == AGG_stddev)
		return read_sums(merge, line, agg, words);
	if (is_extreme && json_member(line, "empty"))
		return 0;
	if (read_number(merge, line, agg, key, agg->ops->is_signed, &words[0]))
		return -EINVAL;
	if (is_extreme)
		words[0] = agg_extreme_encode(agg->func == AGG_min,
					      (int64_t)words[0]);
	if (agg->ops->words > 1)
		words[1] = 1; /* there is a value, even 0 */
	return 0;
}

/* -------------------------------------------------------------- histograms */

/* Is @json this bound of a bucket? */
static bool is_end(const struct json *json, bool is_open, int64_t value)
{
	if (!json)
		return false;
	if (is_open)
		return json->kind == JSON_NULL;
	return json->kind == JSON_NUMBER && (int64_t)json->number == value &&
		json->is_negative == (value < 0);
}

static bool is_bucket(const struct json *json, const struct agg_bucket *bucket)
{
	return is_end(json_member(json, "from"), bucket->is_below,
		      bucket->from) &&
		is_end(json_member(json, "to"), bucket->is_above, bucket->to);
}

/* Buckets ascend, so each search starts after the bucket before. */
static int read_buckets(const struct merge *merge, const struct json *line,
			const struct merge_agg *agg, uint64_t *words)
{
	const struct json *list = json_member_of(line, "buckets", JSON_ARRAY);
	struct agg_value value = {
		.ops = agg->ops,
		.params = agg->params,
		.words = words,
	};
	uint32_t i = 0, cnt = agg->ops->bucket_cnt(&value);

	if (!list)
		return no_member(merge, agg, "buckets");
	for (const struct json *item = list->first; item; item = item->next) {
		struct agg_bucket bucket;

		for (; i < cnt; i++) {
			agg->ops->bucket(&value, i, &bucket);
			if (is_bucket(item, &bucket))
				break;
		}
		if (i == cnt)
			return merge_bad_line(merge,
					      "@%s: %s() has no such "
					      "bucket, or not in this order",
					      agg->name,
					      agg_func_name(agg->func));
		if (read_number(merge, item, agg, "count", true, &words[i++]))
			return -EINVAL;
	}
	return 0;
}

int value_read(const struct merge *merge, const struct json *line,
	       const struct merge_agg *agg, uint64_t *words)
{
	return agg->ops->scalar ? read_scalar(merge, line, agg, words) :
				  read_buckets(merge, line, agg, words);
}
