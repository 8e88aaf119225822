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
struct shared_memory;

/* Adds to a counter of the kernel's programs, which add at the same time. */
void direct_add_counter(struct session *session, uint32_t cpu, uint32_t word,
			uint64_t cnt);

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
 * If the key of @cells has no slot, counts their firings as dropped, and empties
 * them. Returns whether there are values and a slot.
 */
bool direct_settle(struct session *session, const struct agg_layout *agg,
		   struct pump_slot *slot, uint64_t *cells);
/*
 * Takes the values out of @cells, [cell][value_words], and adds them to the
 * totals, after direct_settle(). @slot NULL: the cells are of an aggregation
 * without keys, unkeyed_stride apart.
 */
void direct_total(struct session *session, const struct agg_layout *agg,
		  struct pump_slot *slot, uint64_t *cells);

/*
 * Takes what a program has added to counters (ident.is_counter) and adds it to
 * the variables of the kernel, before END reads them.
 */
void direct_total_counters(struct session *session,
			   const struct shared_memory *shared);

#endif
