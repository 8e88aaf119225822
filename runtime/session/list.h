/* SPDX-License-Identifier: BSD-2-Clause */
/* What -l and --explain share. */
#ifndef DTRACE_RUNTIME_SESSION_LIST_H
#define DTRACE_RUNTIME_SESSION_LIST_H

struct session;
struct probe_spec;

/* Prints that @spec matches nothing; @why: the reason, or NULL. */
void session_say_no_match(const struct probe_spec *spec, const char *why);
/* Writes what was listed. Returns 0, or -EIO after a message. */
int session_end_list(struct session *session);

#endif
