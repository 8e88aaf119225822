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
 * The scheduler moves the process away from the company, to a CPU that is
 * idle: so it is followed, within the CPUs that the thread may use anyway, and
 * for a quarter of a second at most (the process may be one that lets nobody
 * else run). Of a process that runs on several CPUs one would have to be
 * interrupted still: there the thread stays where it is.
 */
#ifndef DTRACE_RUNTIME_KERNEL_NEAR_H
#define DTRACE_RUNTIME_KERNEL_NEAR_H

#include <stddef.h>
#include <sys/types.h>

/* So many breakpoints that it pays. */
enum { KERN_NEAR_MIN = 256 };

enum {
	KERN_NEAR_NONE = -1,	/* no thread of it runs */
	KERN_NEAR_SEVERAL = -2, /* they run on several CPUs, or are very many */
};

struct kern_near;

/* The only CPU that a process's threads run on or wait for, or the above. */
int kern_near_cpu(pid_t pid);
/* From here on the calling thread is near @pid, or 0. NULL: it is not done. */
struct kern_near *kern_near_start(pid_t pid);
/* The same thread may run where it might before. NULL is fine. */
void kern_near_end(struct kern_near *near);

#endif
