/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rows of one aggregation as bars (option agghist: sums and counts) or as
 * packed lines (option aggpack: quantize, lquantize).
 */
#ifndef DTRACE_RUNTIME_CONSUME_AGGREGATION_AGGHIST_AGGPACK_H
#define DTRACE_RUNTIME_CONSUME_AGGREGATION_AGGHIST_AGGPACK_H

#include "runtime/consume/aggregation/agg_rows.h"

/* Whether these rows are printed by agg_bars_print(). */
bool agg_bars_fit(const struct agg_rows *rows, const struct agg_look *look);
void agg_bars_print(struct agg_set *set, const struct agg_rows *rows,
		    const struct agg_look *look, struct strbuf *out);

#endif
