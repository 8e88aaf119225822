/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Holder threads: keep descriptors whose last close is slow, each thread in a
 * table of its own, so that all close at the same time.
 */
#ifndef DTRACE_RUNTIME_KERNEL_HOLD_H
#define DTRACE_RUNTIME_KERNEL_HOLD_H

#include <stddef.h>
#include <sys/types.h>

struct hold;

struct hold *hold_create(void);
/* Closes everything held and waits until that is done. NULL is fine. */
void hold_destroy(struct hold *hold);
/*
 * Takes @fd over: it is closed here and lives on in a holder thread (in the
 * caller's table where no thread can be had). @near_pid: the process near which
 * it is to be closed (near.h), or 0.
 */
void hold_add(struct hold *hold, int fd, pid_t near_pid);
size_t hold_cnt(const struct hold *hold);

#endif
