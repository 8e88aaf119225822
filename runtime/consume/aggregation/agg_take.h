/* SPDX-License-Identifier: BSD-2-Clause */
/* From the memory that programs write to totals in dtrace's own memory. */
#ifndef DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_TAKE_H
#define DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_TAKE_H

#include "runtime/consume/aggregation/agg_rows.h"
#include "runtime/consume/aggregation/agg_set.h"

/*
 * Brings the totals of @agg (which has ops) up to set->record_ns; does nothing
 * if they were taken after that time.
 */
void agg_take(struct agg_set *set, struct agg *agg);

/*
 * Makes the rows of the aggregations @ids as they are now, in order. If
 * @marks_printed, they count as printed, for clear(), and, unless there are no
 * rows, for the end of the run. Returns false if nothing stores into one of
 * them, and nothing needs agg_rows_deinit().
 */
bool agg_set_rows(struct agg_set *set, const uint32_t *ids, size_t id_cnt,
		  const struct agg_sort *sort, bool marks_printed,
		  struct agg_rows *ret);

#endif
