/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Intermediate results as text, for -x dump, ctypes and dtypes.
 */
#ifndef DTRACE_RUNTIME_SESSION_DUMP_H
#define DTRACE_RUNTIME_SESSION_DUMP_H

struct session;

/* Prints stage @stage on stderr if -x dump contains that letter. */
void session_dump(const struct session *session, char stage);
/* Writes the files of -x ctypes and dtypes. Returns 0, or -errno and a message. */
int session_write_types(const struct session *session);

#endif
