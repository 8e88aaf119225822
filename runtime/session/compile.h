/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The programs of a session, parsed and checked.
 */
#ifndef DTRACE_RUNTIME_SESSION_COMPILE_H
#define DTRACE_RUNTIME_SESSION_COMPILE_H

struct session;

/*
 * Checks all programs, whose probes are resolved. Returns 0, or -EINVAL after a
 * message.
 */
int session_check_programs(struct session *session);

#endif
