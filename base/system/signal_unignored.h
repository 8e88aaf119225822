/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Handlers of signals that the caller of dtrace may ignore.
 */
#ifndef DTRACE_BASE_SYSTEM_SIGNAL_UNIGNORED_H
#define DTRACE_BASE_SYSTEM_SIGNAL_UNIGNORED_H

struct sigaction;

/* Sets the action, unless the signal is ignored, as by a shell's `&'. */
void signal_catch_unignored(int number, const struct sigaction *action);

#endif
