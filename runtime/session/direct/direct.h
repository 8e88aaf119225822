/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Direct probes of a session: programs that were built for it run clauses by
 * themselves (docs/direct-probes.md).
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_DIRECT_H
#define DTRACE_RUNTIME_SESSION_DIRECT_DIRECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "runtime/session/direct/ended_processes.h"
#include "runtime/session/direct/shared_memory.h"

struct direct_process;
struct local_ring;
struct session;

struct session_direct {
	VEC(struct direct_process *) processes; /* owned */
	struct shared_memory_plan plan;
	uint64_t memory_bytes; /* what all of them may take */
	struct ended_processes ended;
	struct local_ring *feeds; /* [cpu]; owned; NULL: no process yet */
	uint64_t hastened_ns; /* when it was done last */
	uint64_t nested_cnt; /* firings that were dropped: self_table.h */
};

/*
 * Sees to new processes, does what can be done without waiting, and moves what
 * was recorded to where the consumer reads; to be called before each pass, and
 * after session_direct_wait_ns().
 */
void session_direct_poll(struct session *session);
/*
 * The next steps of programs that are asked for memory, in the middle of a pass:
 * until they run their clauses, they may fill the buffers as fast as dtrace can
 * print.
 */
void session_direct_hasten(struct session *session);
/* How long the loop may sleep before the next poll; INT64_MAX: for ever. */
int64_t session_direct_wait_ns(const struct session *session);
/* Whether so much was recorded, or exit() called, that a pass should not wait. */
bool session_direct_is_pressing(const struct session *session);
/* To be called when tracing is over, before links are closed. */
void session_direct_stop(struct session *session);
/* ... and after that: the last records. */
void session_direct_finish(struct session *session);
/* ... and after END: firings of keys without room are counted as dropped. */
void session_direct_settle(struct session *session);
void session_direct_close(struct session *session);
/* agg_memory.take_others; @arg is the session. */
void session_direct_take(void *arg, uint32_t agg_id);

#endif
