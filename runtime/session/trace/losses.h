/* SPDX-License-Identifier: BSD-2-Clause */
/* Firings that were not traced, and records that were lost. */
#ifndef DTRACE_RUNTIME_SESSION_TRACE_LOSSES_H
#define DTRACE_RUNTIME_SESSION_TRACE_LOSSES_H

struct session;

/* To be called before links are closed, because they count missed firings. */
void session_count_missed(struct session *session);
/* Counts again, and tells the user what is new. */
void session_report_losses(struct session *session);
/* After everything is printed: why some addresses had no names. */
void session_report_names(const struct session *session);

#endif
