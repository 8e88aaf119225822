/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptors that pass to another process, or to a thread with a table of its
 * own: one message over a Unix socket (SCM_RIGHTS).
 */
#ifndef DTRACE_BASE_SYSTEM_PASS_FDS_H
#define DTRACE_BASE_SYSTEM_PASS_FDS_H

#include <stddef.h>

enum { PASS_FDS_MAX = 2 };

/* Sends @len bytes with @cnt descriptors, at most PASS_FDS_MAX. 0 or -errno. */
int fds_send(int socket_fd, const void *data, size_t len, const int *fds,
	     size_t cnt);
/*
 * Receives @len bytes with @cnt descriptors, which are closed on exec. Returns
 * 0; -EBADMSG when the bytes came with another number of descriptors, which are
 * closed, or were cut; another -errno when no such message came (-EPIPE: the
 * other end is closed).
 */
int fds_receive(int socket_fd, void *data, size_t len, int *fds, size_t cnt);

#endif
