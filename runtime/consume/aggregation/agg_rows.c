// SPDX-License-Identifier: BSD-2-Clause
/*
 * Makes rows of the totals of aggregations. Several aggregations (printa(@a,
 * @b)) become one set of rows: a row contains the values of all of them, and
 * zeros for an aggregation that lacks the key.
 *
 *	row { key "x", values: count of @a | 127 buckets of @b }
 *
 * Each aggregation has a layout of its own: strings are as long as the longest
 * text that is stored in it. So keys that are joined are copied, each field to
 * the largest size that it has in any of them.
 */
#include "runtime/consume/aggregation/agg_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "runtime/consume/text/datum.h"

static struct agg_row *new_row(struct agg_rows *rows, const uint8_t *key,
			       uint32_t slot)
{
	struct agg_row *row = &rows->rows[rows->row_cnt];

	row->key = key;
	row->slot = slot;
	row->values = rows->values + rows->row_cnt * rows->agg_cnt;
	for (size_t i = 0; i < rows->agg_cnt; i++) {
		const struct agg *agg = rows->aggs[i];

		row->values[i] = (struct agg_value){
			.ops = agg->ops,
			.params = agg->layout->ident->agg_params,
			.normal = agg->normal,
			.words = rows->zeros,
			.look = rows->look,
		};
	}
	rows->row_cnt++;
	return row;
}

/* -------------------------------------------------------------- joined keys */

/* Of integers, one may have become wider, with the same sign. */
static void join_fields(struct agg_rows *rows)
{
	rows->joined_fields =
		xcalloc(rows->key_cnt + 1, sizeof(rows->joined_fields[0]));
	for (size_t i = 0; i < rows->key_cnt; i++) {
		struct rec_field *to = &rows->joined_fields[i];

		*to = rows->keys[i];
		for (size_t j = 1; j < rows->agg_cnt; j++) {
			const struct rec_field *from =
				&rows->aggs[j]->layout->keys[i];

			if (to->size_bytes < from->size_bytes)
				to->size_bytes = from->size_bytes;
		}
		to->offset_bytes = (uint32_t)rows->joined_bytes;
		rows->joined_bytes += (to->size_bytes + 7) & ~7u;
	}
	rows->keys = rows->joined_fields;
}

/* Makes a joined key, in the place of the next row's. */
static const uint8_t *join_key(const struct agg_rows *rows,
			       const struct rec_field *fields,
			       const uint8_t *key)
{
	uint8_t *ret = rows->joined_keys + rows->row_cnt * rows->joined_bytes;

	memset(ret, 0, rows->joined_bytes);
	for (size_t i = 0; i < rows->key_cnt; i++) {
		const struct rec_field *to = &rows->keys[i];
		uint64_t value;

		if (to->kind == REC_INT) {
			value = datum_value(&fields[i], key);
			memcpy(ret + to->offset_bytes, &value, to->size_bytes);
		} else {
			memcpy(ret + to->offset_bytes,
			       key + fields[i].offset_bytes,
			       fields[i].size_bytes);
		}
	}
	return ret;
}

/* --------------------------------------------------------------------- rows */

/* The row of a key; a new row if the key is new, or if no key can repeat. */
static struct agg_row *find_row(struct agg_rows *rows, struct map *row_of_key,
				const struct agg *agg, uint32_t slot)
{
	const struct agg_layout *layout = agg->layout;
	const uint8_t *key = agg->keys + (size_t)slot * layout->key_bytes;
	void **found;

	if (!rows->joined_fields)
		return new_row(rows, key, slot);
	key = join_key(rows, layout->keys, key);
	found = map_put(row_of_key, key, rows->joined_bytes);
	if (!*found)
		*found = new_row(rows, key, slot);
	return *found;
}

static void fill_rows(struct agg_rows *rows)
{
	struct map row_of_key = { 0 };

	for (size_t i = 0; i < rows->agg_cnt; i++) {
		const struct agg *agg = rows->aggs[i];

		for (size_t j = 0; j < agg->slots.cnt; j++) {
			uint32_t slot = agg->slots.v[j];
			struct agg_row *row;

			if (!agg->is_shown[slot])
				continue;
			row = find_row(rows, &row_of_key, agg, slot);
			if (row->slot == slot && !row->key_ns)
				row->key_ns = agg->key_ns[slot];
			row->values[i].words = agg->totals +
				(size_t)slot * agg->total_words;
		}
	}
	map_deinit(&row_of_key);
}

void agg_rows_init(struct agg_rows *rows, const struct agg_set *set,
		   const uint32_t *ids, size_t id_cnt)
{
	uint32_t words_max = 0;
	size_t row_max = 0;

	*rows = (struct agg_rows){
		.aggs = xcalloc(id_cnt, sizeof(rows->aggs[0])),
		.agg_cnt = id_cnt,
		.keys = set->aggs[ids[0]].layout->keys,
		.key_cnt = set->aggs[ids[0]].layout->key_cnt,
		.look = set->look,
	};
	for (size_t i = 0; i < id_cnt; i++) {
		const struct agg *agg = &set->aggs[ids[i]];

		rows->aggs[i] = agg;
		row_max += agg->slots.cnt;
		if (agg->layout->value_words > words_max)
			words_max = agg->layout->value_words;
	}
	if (id_cnt > 1)
		join_fields(rows);
	rows->joined_keys = xcalloc(row_max + 1, rows->joined_bytes);
	rows->rows = xcalloc(row_max + 1, sizeof(rows->rows[0]));
	rows->values = xcalloc(row_max + 1, id_cnt * sizeof(rows->values[0]));
	rows->zeros = xcalloc(words_max, sizeof(uint64_t));
	fill_rows(rows);
}

void agg_rows_deinit(struct agg_rows *rows)
{
	free(rows->aggs);
	free(rows->joined_fields);
	free(rows->joined_keys);
	free(rows->rows);
	free(rows->values);
	free(rows->zeros);
	*rows = (struct agg_rows){ 0 };
}

/* --------------------------------------------------------------- sorting */

/*
 * Compares from key @first on and wraps around; if there is no such key, from
 * 0.
 */
static size_t wrapped(size_t i, uint32_t first, size_t cnt)
{
	return first < cnt ? (first + i) % cnt : i;
}

static int compare_keys(const struct agg_rows *rows,
			const struct agg_sort *sort, const struct agg_row *a,
			const struct agg_row *b)
{
	size_t cnt = rows->key_cnt;
	int order = 0;

	for (size_t i = 0; i < cnt && !order; i++)
		order = datum_compare(
			&rows->keys[wrapped(i, sort->key_pos, cnt)],
			a->key, b->key);
	return order;
}

static int compare_values(const struct agg_rows *rows,
			  const struct agg_sort *sort, const struct agg_row *a,
			  const struct agg_row *b)
{
	int order = 0;

	for (size_t i = 0; i < rows->agg_cnt && !order; i++) {
		size_t idx = wrapped(i, sort->agg_pos, rows->agg_cnt);

		order = a->values[idx].ops->compare(&a->values[idx],
						    &b->values[idx]);
	}
	return order;
}

struct compare_context {
	const struct agg_rows *rows;
	const struct agg_sort *sort;
};

static int compare_rows(const void *a, const void *b, void *arg)
{
	const struct compare_context *context = arg;
	const struct agg_rows *rows = context->rows;
	const struct agg_sort *sort = context->sort;
	int order = 0;

	if (!sort->by_key)
		order = compare_values(rows, sort, a, b);
	if (!order)
		order = compare_keys(rows, sort, a, b);
	if (!order)
		order = compare_values(rows, sort, a, b);
	return sort->is_reverse ? -order : order;
}

void agg_rows_sort(struct agg_rows *rows, const struct agg_sort *sort)
{
	struct compare_context context = { .rows = rows, .sort = sort };

	qsort_r(rows->rows, rows->row_cnt, sizeof(rows->rows[0]), compare_rows,
		&context);
}
