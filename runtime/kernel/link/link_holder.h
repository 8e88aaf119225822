/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Holder threads: keep descriptors whose last close is slow, each thread in a
 * table of its own, so that all close at the same time.
 */
#ifndef DTRACE_RUNTIME_KERNEL_HOLD_H
#define DTRACE_RUNTIME_KERNEL_HOLD_H

#include <stddef.h>
#include <sys/types.h>

struct link_holder;

struct link_holder *link_holder_create(void);
/* Closes everything held and waits until that is done. NULL is fine. */
void link_holder_destroy(struct link_holder *hold);
/*
 * Takes @fd over: it is closed here and lives on in a holder thread (in the
 * caller's table where no thread can be had). @near_pid: the process near which
 * it is to be closed (cpu_affinity.h), or 0.
 */
void link_holder_add(struct link_holder *hold, int fd, pid_t near_pid);

#endif
