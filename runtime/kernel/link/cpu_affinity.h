/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps a thread on the CPU where a process runs, while the thread places or
 * removes many breakpoints there. For each, the kernel makes every CPU that
 * runs the process drop one translation: its own by an instruction, any other
 * by an interrupt for which it waits. 10,000 functions of a busy process:
 *
 *	from another CPU	attached in 260 ms, gone in 400 (virtual machine)
 *	from the process's own	attached in  50 ms, gone in  90
 *
 * The scheduler moves the process to another, idle CPU, so the thread follows
 * it, within the CPUs that it is allowed to use and for at most a quarter of a
 * second (a process with real-time priority might leave it no time). If the
 * process runs on several CPUs, some would still have to be interrupted: then
 * the thread stays where it is.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_CPU_AFFINITY_H
#define DTRACE_RUNTIME_KERNEL_LINK_CPU_AFFINITY_H

#include <stddef.h>
#include <sys/types.h>

/* The number of breakpoints from which it pays. */
enum { CPU_AFFINITY_MIN = 256 };

enum {
	CPU_AFFINITY_NONE = -1,	/* none of its threads runs */
	/* they run on several CPUs, or there are too many */
	CPU_AFFINITY_SEVERAL = -2,
};

struct cpu_affinity;

/*
 * Returns the only CPU that a process's threads run on or wait for, or one of
 * the values above.
 */
int cpu_affinity_cpu(pid_t pid);
/*
 * Keeps the calling thread near @pid, unless that is 0. Returns NULL if it does
 * nothing.
 */
struct cpu_affinity *cpu_affinity_start(pid_t pid);
/* Call in the same thread: restores its CPUs. NULL is allowed. */
void cpu_affinity_end(struct cpu_affinity *near);

#endif
