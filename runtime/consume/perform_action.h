/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The text or effect of one action of a record. Each ACT row of
 * lang/table/builtins.def has its function show_<name>.
 */
#ifndef DTRACE_RUNTIME_CONSUME_PERFORM_ACTION_H
#define DTRACE_RUNTIME_CONSUME_PERFORM_ACTION_H

#include "runtime/consume/consumer.h"

/* @data: the bytes after the record's header. */
typedef void show_fn(struct consumer *consumer, const struct rec_item *item,
		     const uint8_t *data);

/* By enum action_kind. */
extern show_fn *const show_table[ACT_CNT];

/* The part of the memory that a tracemem() shows: the rest was not read. */
struct rec_field tracemem_shown(const struct rec_item *item,
				const uint8_t *data);

#endif
