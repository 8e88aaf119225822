/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The values of one or several aggregations as rows, joined by key.
 */
#ifndef DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_ROWS_H
#define DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_ROWS_H

#include "runtime/consume/aggregation/agg_set.h"

struct agg_row {
	/* borrowed from the struct agg, like the values, or in joined_keys */
	const uint8_t *key;
	uint32_t slot; /* from the first aggregation with this key */
	uint64_t key_ns; /* there: see struct agg */
	struct agg_value *values; /* [agg] */
};

struct agg_rows {
	const struct agg **aggs;
	size_t agg_cnt;
	const struct rec_field *keys; /* of the rows: borrowed, or joined_fields */
	size_t key_cnt;
	/* of several aggregations, whose fields differ in size; else NULL */
	struct rec_field *joined_fields;
	uint8_t *joined_keys; /* [row][joined_bytes], and one more */
	size_t joined_bytes;
	struct agg_row *rows;
	size_t row_cnt;
	struct agg_value *values; /* of all rows */
	const struct agg_look *look; /* of the values */
	uint64_t *zeros; /* the value for a key that an aggregation lacks */
};

/*
 * Makes a row for each key of @ids that has a value. The rows are valid until a
 * new key arrives or a value is taken.
 */
void agg_rows_init(struct agg_rows *rows, const struct agg_set *set,
		   const uint32_t *ids, size_t id_cnt);
void agg_rows_deinit(struct agg_rows *rows);
void agg_rows_sort(struct agg_rows *rows, const struct agg_sort *sort);

#endif
