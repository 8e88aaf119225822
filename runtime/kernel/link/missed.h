/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Firings for which the kernel ran no program, as counted by the kernel. A
 * program does not run inside itself, and one on a kernel function does not run
 * inside one on another function; and a return needs a free slot among those
 * reserved for its function.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_MISSED_H
#define DTRACE_RUNTIME_KERNEL_LINK_MISSED_H

#include <stdint.h>

/* Of a program, over all its links. 0 if the kernel does not count them. */
uint64_t kern_missed_prog(int prog_fd);
/* Of a kprobe_multi link, before the program is reached; 0 as above. */
uint64_t kern_missed_link(int link_fd);
/* Of the events named @name in tracefs' kprobe_events; 0 as above. */
uint64_t kern_missed_event(const char *name);

#endif
