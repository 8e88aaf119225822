/* SPDX-License-Identifier: BSD-2-Clause */
/* The user who called sudo(8): a command of -c can run as this user. */
#ifndef DTRACE_RUNTIME_PROCESS_SUDO_USER_H
#define DTRACE_RUNTIME_PROCESS_SUDO_USER_H

struct process_user;

/* Reads SUDO_UID and SUDO_GID. Returns 0, or -EINVAL. */
int process_user_caller(struct process_user **ret);
void process_user_destroy(struct process_user *user); /* NULL is legal */
/*
 * Sets ids, groups and environment of a child, irrevocably. Returns 0, or -1
 * with errno set; then it must not continue.
 */
int process_user_become(const struct process_user *user);

#endif
