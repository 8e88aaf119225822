/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ^C and similar signals while tracing: the first asks for an orderly end, the
 * second ends dtrace at once, even while it waits for the reader of a pipe.
 */
#ifndef DTRACE_RUNTIME_INTERRUPT_H
#define DTRACE_RUNTIME_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/*
 * Catches SIGINT and SIGTERM from now on, including one that arrived while they
 * were blocked. Returns a descriptor that becomes readable when one has arrived,
 * or -errno.
 */
int interrupt_open(void);
/* Returns whether a signal has arrived since the last call. */
bool interrupt_take(int fd);
/* Returns whether dtrace was stopped and continued since the last call. */
bool interrupt_was_stopped(void);
/*
 * Lets the next signal end dtrace, with the signal mask @mask; except SIGHUP,
 * because a closed terminal may send two. Closes @fd.
 */
void interrupt_close(int fd, const sigset_t *mask);

#endif
