/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The signals that ask dtrace to end: ^C, kill(1), and a terminal that closes.
 */
#ifndef DTRACE_BASE_SYSTEM_END_SIGNALS_H
#define DTRACE_BASE_SYSTEM_END_SIGNALS_H

#include <signal.h>

enum { END_SIGNAL_CNT = 3 };

extern const int end_signals[END_SIGNAL_CNT];

/* Sets @set to these signals and no others. */
void end_signals_set(sigset_t *set);

#endif
