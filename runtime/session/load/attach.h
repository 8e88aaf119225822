/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The links of loaded programs.
 */
#ifndef DTRACE_RUNTIME_SESSION_LOAD_ATTACH_H
#define DTRACE_RUNTIME_SESSION_LOAD_ATTACH_H

struct session;

/* Attaches the programs to their probes. Returns 0, or -errno after a message. */
int session_attach(struct session *session);
/* Ends tracing, if it has not ended. */
void session_detach(struct session *session);

#endif
