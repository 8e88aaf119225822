/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The programs of a session, from their texts to checked clauses.
 */
#ifndef DTRACE_RUNTIME_SESSION_PROGRAMS_H
#define DTRACE_RUNTIME_SESSION_PROGRAMS_H

struct session;

/* Resolves and checks all programs. Returns 0, or -EINVAL after a message. */
int session_compile(struct session *session);

#endif
