/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One action of a record -> its text or effect. Each ACT row of
 * lang/builtins.def has its function show_<name>.
 */
#ifndef DTRACE_RUNTIME_CONSUME_SHOW_H
#define DTRACE_RUNTIME_CONSUME_SHOW_H

#include "runtime/consume/consumer.h"

/* @data: what follows the record's header. */
typedef void show_fn(struct consumer *consumer, const struct rec_item *item,
		     const uint8_t *data);

/* By enum action_kind. */
extern show_fn *const show_table[ACT_CNT];

#endif
