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
 * From now on SIGINT and SIGTERM are taken, as is one that came while they
 * were blocked. Returns a descriptor that is readable once one was, or -errno.
 */
int interrupt_open(void);
/* Has a signal arrived since the last call? */
bool interrupt_take(int fd);
/* Has dtrace been stopped and continued since the last call? */
bool interrupt_was_stopped(void);
/*
 * The next one ends dtrace, with the signal mask @mask; not so SIGHUP, of which
 * a closed terminal may send two. Closes @fd.
 */
void interrupt_close(int fd, const sigset_t *mask);

#endif
