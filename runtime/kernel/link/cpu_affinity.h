/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A thread that stays on the CPU where a process runs, while it places or
 * removes many breakpoints there. For each, the kernel makes every CPU that
 * runs the process drop one translation: its own by an instruction, any other
 * by an interrupt for which it waits. 10,000 functions of a busy process:
 *
 *	from another CPU	attached in 260 ms, gone in 400 (virtual machine)
 *	from the process's own	attached in  50 ms, gone in  90
 *
 * The scheduler moves the process to another, idle CPU, so the thread follows
 * it, within the CPUs that it may use anyway and for a quarter of a second at
 * most (a process with real-time priority might leave it no time). If the
 * process runs on several CPUs, one of them would still have to be interrupted:
 * then the thread stays where it is.
 */
#ifndef DTRACE_RUNTIME_KERNEL_NEAR_H
#define DTRACE_RUNTIME_KERNEL_NEAR_H

#include <stddef.h>
#include <sys/types.h>

/* So many breakpoints that it pays. */
enum { CPU_AFFINITY_MIN = 256 };

enum {
	CPU_AFFINITY_NONE = -1,	/* no thread of it runs */
	CPU_AFFINITY_SEVERAL = -2, /* they run on several CPUs, or are very many */
};

struct cpu_affinity;

/* The only CPU that a process's threads run on or wait for, or the above. */
int cpu_affinity_cpu(pid_t pid);
/* From here on the calling thread is near @pid, or 0. NULL: it is not done. */
struct cpu_affinity *cpu_affinity_start(pid_t pid);
/* The same thread may run where it might before. NULL is fine. */
void cpu_affinity_end(struct cpu_affinity *near);

#endif
