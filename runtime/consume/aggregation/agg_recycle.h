/* SPDX-License-Identifier: BSD-2-Clause */
/* Reuse of the slots of keys that trunc() removed. */
#ifndef DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_RECYCLE_H
#define DTRACE_RUNTIME_CONSUME_AGGREGATION_AGG_RECYCLE_H

#include "runtime/consume/consumer.h"

/* Does the next step for @agg, if there is one. */
void agg_recycle(struct agg_set *set, struct agg *agg,
		 const struct consumer_ops *ops, void *ctx);

#endif
