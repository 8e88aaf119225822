/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Slots of keys that trunc() took away, to be used by others.
 */
#ifndef DTRACE_RUNTIME_CONSUME_AGG_RECYCLE_H
#define DTRACE_RUNTIME_CONSUME_AGG_RECYCLE_H

#include "runtime/consume/consumer.h"

/* A step of it, if there is something to do for @agg. */
void agg_recycle(struct agg_set *set, struct agg *agg,
		 const struct consumer_ops *ops, void *ctx);

#endif
