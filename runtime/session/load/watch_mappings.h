/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mappings of processes, while tracing.
 */
#ifndef DTRACE_RUNTIME_SESSION_LOAD_WATCH_MAPPINGS_H
#define DTRACE_RUNTIME_SESSION_LOAD_WATCH_MAPPINGS_H

#include <stdbool.h>

struct code;
struct kern_mmaps;
struct session;

struct session_watched {
	struct kern_mmaps *mmaps; /* owned; NULL: no process is watched */
	bool watches_all; /* mmaps reports every process */
	bool keeps_mappings; /* mappings are passed on to usersym */
	bool has_lost_mmaps; /* some were lost during this read */
	bool has_said_lost_mmaps;
};

/* prov_env.watch of a session, which is @ctx. */
void session_watch_all(void *ctx);
/* prov_env.load */
int session_load_code(void *ctx, const struct code *code);
/* To be called before the processes of -c are started. */
void session_watch_start(struct session *session);
void session_watch_stop(struct session *session);
/* Returns a descriptor that is readable when there are mappings to read, or -1. */
int session_watch_fd(const struct session *session);
/* Reads new mappings; to be called before records are read. */
void session_watch_read(struct session *session);

#endif
