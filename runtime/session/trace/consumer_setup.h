/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The consumer of a session.
 */
#ifndef DTRACE_RUNTIME_SESSION_TRACE_CONSUMER_SETUP_H
#define DTRACE_RUNTIME_SESSION_TRACE_CONSUMER_SETUP_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/consume/consumer.h"

struct session;

struct session_consuming {
	struct consumer consumer;
	bool has_consumer;
	uint64_t missed_cnt; /* missed firings when they were last counted */
	uint64_t link_missed_cnt; /* firings that links missed */
	/* result of stop() in provider.h; 0 before the end */
	uint64_t to_run_cnt;
	uint64_t record_cnt; /* read so far */
	uint64_t looked_ns; /* when processes were last looked after in a pass */
	bool has_no_end; /* END could not be run: the output is not complete */
	bool has_said_full_tables; /* each is reported once */
	bool has_said_cpus;
};

/* Creates the consumer of the maps. Returns 0 or -errno. */
int session_open_consumer(struct session *session);
void session_close_consumer(struct session *session);

#endif
