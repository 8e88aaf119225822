/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Holder threads: keep descriptors whose last close is slow, each thread in a
 * table of its own, so that all are closed in parallel.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_LINK_HOLDER_H
#define DTRACE_RUNTIME_KERNEL_LINK_LINK_HOLDER_H

#include <stddef.h>
#include <sys/types.h>

struct link_holder;

struct link_holder *link_holder_create(void);
/* Closes everything held and waits until that is done. NULL is allowed. */
void link_holder_destroy(struct link_holder *hold);
/*
 * Takes ownership of @fd: closes it here and keeps it in a holder thread (or in
 * the caller's table if no thread can be started). @near_pid is the process
 * near which to close it (cpu_affinity.h), or 0.
 */
void link_holder_add(struct link_holder *hold, int fd, pid_t near_pid);
/* The same; closes it when the process @pid has ended. */
void link_holder_add_until_end(struct link_holder *hold, int fd, pid_t pid);

#endif
