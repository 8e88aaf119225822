/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the probes of all clauses before these are checked.
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_RESOLVE_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_RESOLVE_H

struct session;

/*
 * Finds the probes of each clause and, if it uses args[], their types
 * (clause->args), before clauses are checked. A clause whose probes pass
 * arguments of the same types in different ways becomes one clause for each way.
 * With -l, only clauses that use args[] are resolved.
 */
void session_resolve(struct session *session);
/* Frees what was resolved. */
void session_drop_resolved(struct session *session);

#endif
