// SPDX-License-Identifier: BSD-2-Clause
/*
 * Writes JSON in the form that was read, without times, or the rows that
 * dtrace prints at the end of a run.
 */
#include "cmd/merge/write.h"

#include <stdlib.h>

#include "cmd/merge/key.h"
#include "runtime/consume/format/json.h"
#include "runtime/consume/format/json_agg.h"
#include "runtime/consume/text/conv.h"

/* ----------------------------------------------------------------- sorting */

struct order {
	const struct merge_agg *agg;
	const struct write_options *options;
};

static int compare_rows(const void *a, const void *b, void *arg)
{
	const struct merge_row *const *rows[] = { a, b };
	const struct order *order = arg;
	const struct merge_agg *agg = order->agg;
	struct agg_value x = merge_value(agg, *rows[0]);
	struct agg_value y = merge_value(agg, *rows[1]);
	int sign = order->options->by_key ? 0 : agg->ops->compare(&x, &y);

	for (size_t i = 0; i < agg->key_cnt && !sign; i++)
		sign = key_compare(&agg->types[i], &(*rows[0])->keys[i],
				   &(*rows[1])->keys[i]);
	return order->options->is_reverse ? -sign : sign;
}

/* All rows of @agg in order; the caller frees the array. */
static const struct merge_row **sorted_rows(const struct merge_agg *agg,
					    const struct write_options *options)
{
	const struct merge_row **rows =
		xcalloc(agg->rows.cnt + 1, sizeof(rows[0]));
	struct order order = { .agg = agg, .options = options };

	for (size_t i = 0; i < agg->rows.cnt; i++)
		rows[i] = agg->rows.entries[i].value;
	qsort_r(rows, agg->rows.cnt, sizeof(rows[0]), compare_rows, &order);
	return rows;
}

/* -------------------------------------------------------------------- text */

static void put_text_row(const struct merge_agg *agg,
			 const struct merge_row *row, struct strbuf *out)
{
	struct conv_spec spec = { .width = 16, .precision = FMT_NONE };
	struct agg_value value = merge_value(agg, row);

	for (size_t i = 0; i < agg->key_cnt; i++)
		key_put_text(&agg->types[i], &row->keys[i], out);
	if (agg->ops->scalar) {
		strbuf_putc(out, ' ');
		conv_put_decimal(&spec, agg->ops->scalar(&value),
				 agg->ops->is_signed, out);
	} else {
		agg->ops->print(&value, out);
	}
	strbuf_putc(out, '\n');
}

/* -------------------------------------------------------------------- JSON */

static void put_json_row(const struct merge_agg *agg,
			 const struct merge_row *row, struct strbuf *out)
{
	struct agg_value value = merge_value(agg, row);

	strbuf_puts(out,
		    agg->ops->scalar ? "{\"type\":\"aggregation\"" :
				       "{\"type\":\"histogram\"");
	json_member_string("name", agg->name, out);
	json_put_agg_type(agg->func, agg->params, agg->types, agg->key_cnt,
			  out);
	strbuf_puts(out, ",\"keys\":[");
	for (size_t i = 0; i < agg->key_cnt; i++) {
		if (i)
			strbuf_putc(out, ',');
		key_put_json(&agg->types[i], &row->keys[i], out);
	}
	strbuf_putc(out, ']');
	json_put_agg_value(agg->func, &value, out);
	strbuf_puts(out, "}\n");
}

static void put_json_start(const struct merge *merge, struct strbuf *out)
{
	strbuf_puts(out, "{\"type\":\"start\"");
	json_member_uint("version", 1, out);
	strbuf_puts(out, ",\"hosts\":[");
	for (size_t i = 0; i < merge->hosts.cnt; i++) {
		if (i)
			strbuf_putc(out, ',');
		json_put_string(merge->hosts.entries[i].key, out);
	}
	strbuf_puts(out, "]}\n");
}

static void put_json_end(const struct merge *merge, struct strbuf *out)
{
	for (size_t i = 0; i < merge->drops.cnt; i++) {
		const struct map_entry *drop = &merge->drops.entries[i];

		strbuf_puts(out, "{\"type\":\"drop\"");
		json_member_string("kind", drop->key, out);
		json_member_uint("count", *(const uint64_t *)drop->value, out);
		strbuf_puts(out, "}\n");
	}
	strbuf_puts(out, "{\"type\":\"end\"");
	json_member_uint("records", merge->record_cnt, out);
	json_member_uint("errors", merge->error_cnt, out);
	strbuf_puts(out, "}\n");
}

void write_merge(const struct merge *merge, const struct write_options *options,
		 struct strbuf *out)
{
	if (options->is_text)
		strbuf_putc(out, '\n');
	else
		put_json_start(merge, out);
	for (size_t i = 0; i < merge->aggs.cnt; i++) {
		const struct merge_agg *agg = merge->aggs.entries[i].value;
		const struct merge_row **rows = sorted_rows(agg, options);

		for (size_t j = 0; j < agg->rows.cnt; j++)
			(options->is_text ? put_text_row :
					    put_json_row)(agg, rows[j], out);
		free(rows);
	}
	if (!options->is_text)
		put_json_end(merge, out);
}
