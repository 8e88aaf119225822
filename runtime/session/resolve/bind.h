/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Enables checked clauses at their probes.
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_BIND_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_BIND_H

struct session;

/*
 * Enables every clause at its probes, and tells the user how many there are.
 * Returns 0, or -EINVAL after a message.
 */
int session_bind(struct session *session);

#endif
