/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The values of programs that have ended, until the consumer takes them: added
 * up by key, so that they take no more memory than the keys.
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_ENDED_PROCESSES_H
#define DTRACE_RUNTIME_SESSION_DIRECT_ENDED_PROCESSES_H

#include "base/map.h"
#include "runtime/session/direct/pump.h"

/* Of one aggregation. */
struct ended_agg {
	struct map by_key;		/* key -> index + 1 */
	VEC(struct pump_slot) slots;	/* their keys are owned */
	VEC(uint64_t *) cells;		/* owned; [cell][value_words] */
	uint64_t *unkeyed;		/* owned; as those of programs; or NULL */
};

struct ended_processes {
	struct ended_agg *aggs; /* by id; owned; NULL: none has ended */
	size_t agg_cnt;
};

/* Takes all values of a program. */
void ended_processes_add(struct ended_processes *ended, struct pump *pump);
/* Calls @fn for all keys of an aggregation, as pump_each() does. */
void ended_processes_each(struct ended_processes *ended,
			  const struct agg_layout *agg, pump_cells_fn *fn,
			  void *arg);
void ended_processes_deinit(struct ended_processes *ended);

#endif
