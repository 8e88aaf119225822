/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From BEGIN to END.
 */
#ifndef DTRACE_RUNTIME_SESSION_TRACE_TRACE_H
#define DTRACE_RUNTIME_SESSION_TRACE_TRACE_H

struct session;

/* Runs an enabled session to its end. Returns the exit status. */
int session_trace(struct session *session);

#endif
