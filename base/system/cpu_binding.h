/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace can run on one CPU (-x cpu); the commands that it starts run where
 * dtrace itself was allowed to.
 */
#ifndef DTRACE_BASE_SYSTEM_CPU_BINDING_H
#define DTRACE_BASE_SYSTEM_CPU_BINDING_H

#include <stddef.h>

/* Binds the calling thread to a CPU. Returns 0 or -errno. */
int cpu_binding_set(size_t cpu);
/* In a child that is about to call execve(), also one of vfork(). */
void cpu_binding_restore(void);

#endif
