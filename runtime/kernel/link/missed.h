/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Firings for which the kernel ran no program, as it counts them: a program
 * is not run inside itself, none of a kernel function inside another one's,
 * and a return needs a free slot of those set aside for its function.
 */
#ifndef DTRACE_RUNTIME_KERNEL_MISSED_H
#define DTRACE_RUNTIME_KERNEL_MISSED_H

#include <stdint.h>

/* Of a program, over all its links. 0 where the kernel doesn't tell. */
uint64_t kern_missed_prog(int prog_fd);
/* Of a kprobe_multi link, before it came to the program; 0: as above. */
uint64_t kern_missed_link(int link_fd);
/* The same of the events of tracefs' kprobe_events that are named @name. */
uint64_t kern_missed_event(const char *name);

#endif
