/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The limit of open files (RLIMIT_NOFILE). Each program, map and link of the
 * kernel is one: probes that cannot share a program need more than the 1024 that
 * processes have by default. What dtrace starts gets the limit back.
 */
#ifndef DTRACE_BASE_SYSTEM_FD_LIMIT_H
#define DTRACE_BASE_SYSTEM_FD_LIMIT_H

/* Raises the limit of this process as far as it may. */
void fd_limit_raise(void);
/*
 * Restores the limit that dtrace began with: in a child that is about to call
 * execve(), also one of vfork().
 */
void fd_limit_restore(void);

#endif
