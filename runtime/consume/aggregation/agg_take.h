/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From the memory that programs write to totals of our own.
 */
#ifndef DTRACE_RUNTIME_CONSUME_AGG_TAKE_H
#define DTRACE_RUNTIME_CONSUME_AGG_TAKE_H

#include "runtime/consume/aggregation/aggregate.h"

/*
 * Makes the totals of @agg (which has ops) as new as set->record_ns: does
 * nothing where they were taken after it.
 */
void agg_take(struct agg_set *set, struct agg *agg);

#endif
