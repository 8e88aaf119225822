/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace --anonymous: an enabled session that waits until `dtrace -a` claims it.
 * Until then the records stay in the buffers, and what finds no room is counted
 * as dropped.
 */
#ifndef DTRACE_RUNTIME_SESSION_ANONYMOUS_HOLD_H
#define DTRACE_RUNTIME_SESSION_ANONYMOUS_HOLD_H

#include <stdbool.h>

struct session;

struct session_anonymous {
	bool is_asked; /* --anonymous */
	int listen_fd, claimed_fd; /* -1: not open */
	bool ends; /* -a -e: nothing more is traced */
};

/*
 * Before anything is enabled: returns -EADDRINUSE after a message if there is
 * another anonymous session, else 0.
 */
int session_check_anonymous(void);
/*
 * Opens the socket, whose file says that all probes are enabled, and waits for
 * the claim. Then standard output and standard error output are those of
 * dtrace -a. @interrupt_fd: see interrupt_open(). Returns 0, -EINTR when the
 * session has to end instead, or -errno after a message.
 */
int session_await_claim(struct session *session, int interrupt_fd);
/* Reports the exit status to dtrace -a and closes the socket. */
void session_close_anonymous(struct session *session, int status);

#endif
