/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Signals whose disposition dtrace changes, or needs at its default: if the
 * caller ignores SIGCHLD, the kernel keeps neither the signal nor the status of
 * a child. What dtrace starts gets back what dtrace began with.
 */
#ifndef DTRACE_BASE_SYSTEM_CHILD_SIGNALS_H
#define DTRACE_BASE_SYSTEM_CHILD_SIGNALS_H

/* Notes the dispositions, and sets that of SIGCHLD to its default. */
void child_signals_init(void);
/* In a child that is about to call execve(), also one of vfork(). */
void child_signals_restore(void);

#endif
