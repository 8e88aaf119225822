/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Suggestions for misspelt descriptions.
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_NEAR_PROBE_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_NEAR_PROBE_H

struct probe_spec;
struct session;

/* Returns what was probably meant by a description that matches nothing. */
const char *session_near_probe(struct session *session,
			       const struct probe_spec *spec);

#endif
