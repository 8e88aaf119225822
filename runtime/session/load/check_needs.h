/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What clauses do that the user or the kernel must allow.
 */
#ifndef DTRACE_RUNTIME_SESSION_LOAD_CHECK_NEEDS_H
#define DTRACE_RUNTIME_SESSION_LOAD_CHECK_NEEDS_H

#include <stddef.h>

struct clause;
struct session;

/*
 * Checks that the user's options and the kernel allow what these clauses do.
 * Returns 0, or -EINVAL after a message.
 */
int session_check_needs(const struct session *session,
			const struct clause *const *clauses, size_t clause_cnt);

#endif
