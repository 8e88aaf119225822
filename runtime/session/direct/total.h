/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From values that a traced program has counted to the totals of the consumer.
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_TOTAL_H
#define DTRACE_RUNTIME_SESSION_DIRECT_TOTAL_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/record.h"

struct session;

/* A key in a program, and its slot in the kernel. */
struct pump_slot {
	void *key; /* owned; NULL: not known yet */
	uint32_t slot;
	bool is_found;
	uint32_t epoch; /* rt_control.agg_epoch when it was found */
};

/*
 * Finds the slot of a key, which may be a new one, and tells the consumer.
 * Returns 0 or -errno, -ENOSPC if there is no room.
 */
int direct_adopt(struct session *session, const struct agg_layout *agg,
		 struct pump_slot *slot, uint64_t time_ns);
/*
 * Takes the values out of @cells, [cell][value_words], and adds them to the
 * totals; where their key has no slot, counts a drop. @slot NULL: the cells are
 * of an aggregation without keys, unkeyed_stride apart.
 */
void direct_total(struct session *session, const struct agg_layout *agg,
		  struct pump_slot *slot, uint64_t *cells);

#endif
