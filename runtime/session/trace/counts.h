/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x counts.
 */
#ifndef DTRACE_RUNTIME_SESSION_TRACE_COUNTS_H
#define DTRACE_RUNTIME_SESSION_TRACE_COUNTS_H

struct session;

/* Prints on stderr what became of every firing and record. */
void session_say_counts(const struct session *session);

#endif
