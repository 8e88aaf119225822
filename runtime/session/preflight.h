/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine and the processes of a session, before and around its programs.
 */
#ifndef DTRACE_RUNTIME_SESSION_PREFLIGHT_H
#define DTRACE_RUNTIME_SESSION_PREFLIGHT_H

struct session;

/*
 * Checks what was asked, sets the sizes of buffers and runs the processes of -c
 * up to where they are traced. Returns 0, or -EINVAL after a message.
 */
int session_prepare(struct session *session);
/* Returns 0, or -EINVAL after a message on a file of -x objects. */
int session_check_objects(struct session *session);
/* -x cpu=N: BEGIN, END and clocks run there too. Returns 0 or -errno. */
int session_bind_to_cpu(struct session *session);
/* -x lockmem. Kernels from 5.11 on charge it for little more than events. */
void session_limit_memory(const struct session *session);

#endif
