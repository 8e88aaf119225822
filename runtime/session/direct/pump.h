/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Moves what a traced program has recorded and counted by itself to where the
 * session reads what its programs in the kernel have:
 *
 *	records		to a ring of dtrace's own (consume/local_ring.h)
 *	keys		to the hash of the kernel, then to the consumer
 *	values		to the totals of the consumer
 *	counters	to those of the kernel's programs
 *
 * Everything that is read there may be anything, because the program can write
 * to it: sizes and numbers are checked, each after it was copied.
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_PUMP_H
#define DTRACE_RUNTIME_SESSION_DIRECT_PUMP_H

#include "runtime/consume/local_ring.h"
#include "runtime/session/direct/shared_memory.h"
#include "runtime/session/direct/total.h"

struct session;

/* What the process runs by itself: nothing else can be in its records. */
struct pump_probe {
	uint32_t prog_id, tag;
};

struct pump {
	struct session *session;
	struct local_ring *feeds; /* [cpu]; borrowed */
	struct shared_memory shared;
	pid_t pid;
	struct pump_slots {
		VEC(struct pump_slot) v;
	} *slots; /* [keyed_idx]; owned */
	VEC(struct pump_probe) probes;
	bool *has_agg;	    /* by id: a clause of theirs has it; owned */
	bool may_exit;	    /* a clause of theirs calls exit() */
	uint32_t told_state; /* the state in which they are to be */
	uint64_t key_drops; /* records of keys that were dropped, so far */
	bool is_corrupt;    /* it wrote where only its probes should */
	bool has_said_corrupt;
};

void pump_init(struct pump *pump, struct session *session,
	       const struct shared_memory_plan *plan, void *mem, pid_t pid,
	       struct local_ring *feeds);
void pump_deinit(struct pump *pump);
/* Adds what the process runs by itself. */
void pump_add_probe(struct pump *pump, uint32_t prog_id, uint32_t tag);
/*
 * What the kernel's programs are told holds for those of the process, too; and
 * when one of these has called exit(), for all.
 */
void pump_follow(struct pump *pump);
/* Records, new keys and counters. @is_last: no hook runs any more. */
void pump_records(struct pump *pump, bool is_last);

/* @cells: [cell][value_words] of one key; @slot NULL: without keys. */
typedef void pump_cells_fn(void *arg, const struct agg_layout *agg,
			   struct pump_slot *slot, uint64_t *cells);
/*
 * Calls @fn for all keys of an aggregation that pump_records() has seen. There
 * are none of one that no clause of the process has.
 */
void pump_each(struct pump *pump, uint32_t agg_id, pump_cells_fn *fn,
	       void *arg);

#endif
