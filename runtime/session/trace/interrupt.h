/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ^C and similar signals while tracing: the first asks for an orderly end, the
 * second ends dtrace at once, even while it waits for the reader of a pipe.
 */
#ifndef DTRACE_RUNTIME_SESSION_TRACE_INTERRUPT_H
#define DTRACE_RUNTIME_SESSION_TRACE_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/*
 * Catches SIGINT, SIGTERM and SIGHUP from now on, including one that arrived
 * while they were blocked. Returns a descriptor that becomes readable when one
 * has arrived, or -errno. @writes_file: output goes to a file; without a
 * controlling terminal SIGHUP then asks to open it again.
 */
int interrupt_open(bool writes_file);
/* Returns whether a signal that ends the run has arrived. */
bool interrupt_take(int fd);
/* The same, without taking it. */
bool interrupt_is_pending(void);
/* Returns whether SIGHUP has asked for that since the last call. */
bool interrupt_was_hung_up(void);
/* Returns whether dtrace was stopped and continued since the last call. */
bool interrupt_was_stopped(void);
/*
 * Lets the next signal end dtrace, with the signal mask @mask; except SIGHUP,
 * because a closed terminal may send two. Closes @fd.
 */
void interrupt_close(int fd, const sigset_t *mask);

#endif
