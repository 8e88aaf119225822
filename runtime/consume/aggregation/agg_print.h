/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of aggregations as text. */
#ifndef DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_PRINT_H
#define DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_PRINT_H

#include "base/text/strbuf.h"
#include "lang/format.h"
#include "runtime/consume/aggregation/agg_set.h"

/*
 * Appends the rows of the aggregations @ids, joined by key, in @format or in
 * columns (NULL), and marks them printed.
 */
void agg_set_print(struct agg_set *set, const uint32_t *ids, size_t id_cnt,
		   const struct fmt *format, const struct agg_sort *sort,
		   struct strbuf *out);
/* Appends the aggregations that were never printed, in order of their ids. */
void agg_set_print_rest(struct agg_set *set, const struct agg_sort *sort,
			struct strbuf *out);

#endif
