/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Intermediate results as text, for -x dump, ctypes and dtypes.
 */
#ifndef DTRACE_RUNTIME_SESSION_DUMP_H
#define DTRACE_RUNTIME_SESSION_DUMP_H

#include <stdbool.h>

struct session;

enum dump_stage {
#define DUMP_STAGE(id, letter, write) DUMP_##id,
#include "runtime/session/dump_stages.def"
#undef DUMP_STAGE
	DUMP_CNT,
};

/* Whether each letter of @asked is that of a stage. */
bool session_dump_is_valid(const char *asked);
/* Prints a stage on stderr if -x dump contains its letter. */
void session_dump(const struct session *session, enum dump_stage stage);
/* Writes the files of -x ctypes and dtypes. Returns 0, or -errno and a message. */
int session_write_types(const struct session *session);

#endif
