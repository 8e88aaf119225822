/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hints at system calls that the C library does not make.
 */
#ifndef DTRACE_RUNTIME_SESSION_RESOLVE_SYSCALL_HINT_H
#define DTRACE_RUNTIME_SESSION_RESOLVE_SYSCALL_HINT_H

#include <stdbool.h>

struct probe_spec;
struct session;

/* Whether session_hint_calls() needs the functions of the probes. */
bool session_may_hint(const struct session *session,
		      const struct probe_spec *spec);
/* Reports system calls in descriptions that the C library does not make. */
void session_hint_calls(struct session *session);

#endif
