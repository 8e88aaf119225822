/* SPDX-License-Identifier: BSD-2-Clause */
/* From the memory that programs write to totals in dtrace's own memory. */
#ifndef DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_TAKE_H
#define DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_TAKE_H

#include "runtime/consume/aggregation/agg_set.h"

/*
 * Brings the totals of @agg (which has ops) up to set->record_ns; does nothing
 * if they were taken after that time.
 */
void agg_take(struct agg_set *set, struct agg *agg);

#endif
