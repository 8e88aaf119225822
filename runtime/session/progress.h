/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What dtrace is doing while it has not begun to trace, as a line on stderr:
 *
 *	dtrace: attaching probe 1234 of 10000
 *
 * It appears after a second, on a terminal only and not for the formats that
 * programs read, is drawn again in its place, and is removed at the end.
 */
#ifndef DTRACE_RUNTIME_SESSION_PROGRESS_H
#define DTRACE_RUNTIME_SESSION_PROGRESS_H

enum progress_step {
	PROGRESS_RESOLVE,
	PROGRESS_COMPILE,
	PROGRESS_LOAD,
	PROGRESS_ATTACH,
};

struct session;

/* The first step begins. */
void progress_start(const struct session *session);
void progress_step(enum progress_step step);
/* Ends the last step; the links may be closed after it. */
void progress_stop(void);
/*
 * Messages are printed between these two, on a line of their own. Pairs may be
 * in one another.
 */
void progress_hide(void);
void progress_unhide(void);

#endif
