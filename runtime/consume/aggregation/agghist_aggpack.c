// SPDX-License-Identifier: BSD-2-Clause
/*
 * agghist: the rows of one sum or count, each with a bar, all to one scale:
 *
 *	             key  ------------- Distribution ------------- count
 *	            read |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           3
 *	           write |@@@@@@@@@@                               1
 *
 * aggpack: a distribution is one line with a character for each bucket. All
 * rows of quantize() show the same buckets, those of lquantize() show all that
 * exist:
 *
 *	             key  min .--------. max      | count
 *	            read    2 :  _X x  : 256      | 12
 *
 * Keys are narrower here than in plain rows: strings have 16 columns.
 */
#include "runtime/consume/aggregation/agghist_aggpack.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text/color.h"
#include "lang/quantize_buckets.h"
#include "runtime/consume/aggregation/histogram.h"
#include "runtime/consume/text/datum.h"

enum { TEXT_COLUMNS = 16 };

/* Buckets of quantize(): see agg_quantize.c. */
enum { QUANTIZE_ZERO = 63, QUANTIZE_CNT = 127 };

/* The buckets that packed lines show, and the labels at both ends. */
struct pack {
	uint32_t first, last;
	char low[32], high[32];
	int low_columns, high_columns; /* of the header */
};

static bool is_counter(const struct agg_ops *ops)
{
	return ops == &agg_ops_count || ops == &agg_ops_sum;
}

static bool is_packable(const struct agg_ops *ops)
{
	return ops == &agg_ops_quantize || ops == &agg_ops_lquantize;
}

bool agg_bars_fit(const struct agg_rows *rows, const struct agg_look *look)
{
	return rows->agg_cnt == 1 && rows->row_cnt &&
	       ((look->has_bars && is_counter(rows->aggs[0]->ops)) ||
		(look->is_packed && is_packable(rows->aggs[0]->ops)));
}

/* ------------------------------------------------------------------- keys */

/* Without the blank before the key. */
static int key_columns(const struct rec_field *key)
{
	if (rec_is_address(key->kind) && !rec_is_stack(key->kind))
		return 1 + ADDRESS_TEXT_COLUMNS;
	if (key->kind != REC_INT)
		return TEXT_COLUMNS;
	switch (key->size_bytes) {
	case 1:
		return 3;
	case 2:
		return 5;
	case 4:
		return 8;
	default:
		return 16;
	}
}

static void put_key(struct agg_set *set, const struct rec_field *key,
		    const uint8_t *data, struct strbuf *out)
{
	struct strbuf text = { 0 };

	if (key->kind == REC_STRING) {
		datum_put_text(key, data, &text);
		strbuf_printf(out, " %*s", TEXT_COLUMNS, strbuf_text(&text));
		strbuf_deinit(&text);
	} else if (set->addresses && rec_is_address(key->kind)) {
		address_print(set->addresses, key, data, out);
	} else {
		datum_print_key(key, data, out);
	}
}

static int all_key_columns(const struct agg_rows *rows)
{
	int columns = 0;

	for (size_t i = 0; i < rows->key_cnt; i++)
		columns += key_columns(&rows->keys[i]) + 1;
	return columns;
}

static void put_keys(struct agg_set *set, const struct agg_rows *rows,
		     const struct agg_row *row, struct strbuf *out)
{
	uint64_t was_ns = address_at(set->addresses, row->key_ns);

	for (size_t i = 0; i < rows->key_cnt; i++)
		put_key(set, &rows->keys[i], row->key, out);
	address_at(set->addresses, was_ns);
}

/* ------------------------------------------------------------------- bars */

static void print_bars(struct agg_set *set, const struct agg_rows *rows,
		       const struct agg_look *look, struct strbuf *out)
{
	struct bar_scale scale = { .look = look };
	int columns = all_key_columns(rows);

	for (size_t i = 0; i < rows->row_cnt; i++)
		bar_scale_add(&scale, (int64_t)rows->rows[i].values[0].words[0]);
	bar_put_header(columns ? "key" : "value", columns ? columns : 16, out);
	for (size_t i = 0; i < rows->row_cnt; i++) {
		const struct agg_value *value = &rows->rows[i].values[0];

		put_keys(set, rows, &rows->rows[i], out);
		strbuf_putc(out, ' ');
		bar_put(&scale, (int64_t)value->words[0], out);
		strbuf_printf(out, " %-9lld\n",
			      (long long)value->ops->scalar(value));
	}
}

/* ------------------------------------------------------------------- lines */

static struct pack quantize_range(const struct agg_rows *rows)
{
	struct pack pack = { .first = QUANTIZE_CNT, .last = 0 };
	struct agg_bucket bucket;

	for (size_t i = 0; i < rows->row_cnt; i++)
		for (uint32_t b = 0; b < QUANTIZE_CNT; b++) {
			if (!rows->rows[i].values[0].words[b])
				continue;
			pack.first = b < pack.first ? b : pack.first;
			pack.last = b > pack.last ? b : pack.last;
		}
	if (pack.first == QUANTIZE_CNT)
		pack.first = pack.last = QUANTIZE_ZERO;
	if (pack.first && pack.first != QUANTIZE_ZERO)
		pack.first--;
	if (pack.last < QUANTIZE_CNT - 1)
		pack.last++;
	agg_ops_quantize.bucket(&rows->rows[0].values[0], pack.first, &bucket);
	snprintf(pack.low, sizeof(pack.low), " %" PRId64,
		 pack.first < QUANTIZE_ZERO ? bucket.to : bucket.from);
	pack.low_columns = (int)strlen(pack.low) - 1;
	agg_ops_quantize.bucket(&rows->rows[0].values[0], pack.last, &bucket);
	snprintf(pack.high, sizeof(pack.high), "%" PRId64,
		 pack.last < QUANTIZE_ZERO ? bucket.to : bucket.from);
	pack.high_columns = (int)strlen(pack.high);
	return pack;
}

static struct pack lquantize_range(const struct agg_rows *rows)
{
	const int64_t *params = rows->rows[0].values[0].params;
	struct pack pack = {
		.last = lquant_level_cnt(params) + 1,
		.low_columns = 7,
		.high_columns = 8,
	};
	char text[24];

	snprintf(text, sizeof(text), "< %" PRId64, params[LQUANT_BASE]);
	snprintf(pack.low, sizeof(pack.low), "%8s", text);
	snprintf(text, sizeof(text), ">= %" PRId64,
		 params[LQUANT_BASE] +
			 (int64_t)lquant_level_cnt(params) * params[LQUANT_STEP]);
	snprintf(pack.high, sizeof(pack.high), "%-8s", text);
	return pack;
}

static void put_level(const struct bar_scale *scale, int64_t count,
		      struct strbuf *out)
{
	static const char ascii[] = "__xxxxXX", negative[] = "vvvvVV";
	long double part = scale->total == 0 ?
		0 : (long double)count / scale->total;

	if (!count)
		strbuf_putc(out, ' ');
	else if (count < 0)
		strbuf_putc(out, negative[(size_t)(-part * 5 + 0.5L)]);
	else if (scale->look->packs_utf8)
		strbuf_printf(out, "\xe2\x96%c",
			      0x81 + (int)(part * 7 + 0.5L));
	else
		strbuf_putc(out, ascii[(size_t)(part * 7 + 0.5L)]);
}

static void put_line(const struct agg_value *value, const struct pack *pack,
		     const struct agg_look *look, struct strbuf *out)
{
	const int64_t *counts = (const int64_t *)value->words;
	struct bar_scale scale = { .look = look };
	int64_t sum = 0;

	strbuf_printf(out, "%s :", pack->low);
	for (uint32_t i = pack->first; i <= pack->last; i++) {
		bar_scale_add(&scale, counts[i]);
		sum += counts[i];
	}
	color_begin(COLOR_BAR, look->has_color, out);
	for (uint32_t i = pack->first; i <= pack->last; i++)
		put_level(&scale, counts[i], out);
	color_end(look->has_color, out);
	strbuf_printf(out, ": %s | %lld\n", pack->high, (long long)sum);
}

static void print_lines(struct agg_set *set, const struct agg_rows *rows,
			const struct agg_look *look, struct strbuf *out)
{
	struct pack pack = rows->aggs[0]->ops == &agg_ops_quantize ?
		quantize_range(rows) : lquantize_range(rows);
	int columns = all_key_columns(rows);

	strbuf_printf(out, "\n%*s %*s .", columns, columns ? "key" : "",
		      pack.low_columns, "min");
	strbuf_pad(out, '-', pack.last - pack.first + 1);
	strbuf_printf(out, ". %*s | count\n", -pack.high_columns, "max");
	for (size_t i = 0; i < rows->row_cnt; i++) {
		put_keys(set, rows, &rows->rows[i], out);
		put_line(&rows->rows[i].values[0], &pack, look, out);
	}
}

void agg_bars_print(struct agg_set *set, const struct agg_rows *rows,
		    const struct agg_look *look, struct strbuf *out)
{
	if (is_counter(rows->aggs[0]->ops))
		print_bars(set, rows, look, out);
	else
		print_lines(set, rows, look, out);
}
