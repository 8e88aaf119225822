/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Waits for records, signals and the ends of processes, reads and prints.
 */
#ifndef DTRACE_RUNTIME_SESSION_TRACE_LOOP_H
#define DTRACE_RUNTIME_SESSION_TRACE_LOOP_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

struct session;

struct trace_loop {
	struct session *session;
	struct pollfd *fds; /* FD_..., then one per process */
	nfds_t fd_cnt;
	int64_t next_switch_ns, next_status_ns, next_clean_ns, next_agg_ns;
	bool wakes_early; /* the output is a terminal: show records at once */
	bool was_interrupted;
	bool has_lost_uprobes;
	bool is_unresponsive;
};

/* @interrupt_fd: of interrupt_open(). */
void trace_loop_init(struct trace_loop *loop, struct session *session,
		     int interrupt_fd);
void trace_loop_deinit(struct trace_loop *loop);
/* Reads and prints until the run is over. Returns 0 or -errno. */
int trace_loop_run(struct trace_loop *loop);

#endif
