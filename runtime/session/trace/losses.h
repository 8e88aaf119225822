/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What was not traced, and what was not recorded.
 */
#ifndef DTRACE_RUNTIME_SESSION_LOSSES_H
#define DTRACE_RUNTIME_SESSION_LOSSES_H

struct session;

/* To be called before links are closed, which count what they missed. */
void session_count_missed(struct session *session);
/* Counts again, and tells the user what is new. */
void session_report_losses(struct session *session);
/* After everything is printed: why some addresses had no names. */
void session_report_names(const struct session *session);

#endif
