/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * While a program makes the memory of its direct probes, no filter of system
 * calls may end it, also none that it installs at that moment: a helper process
 * is attached to its threads by PTRACE_SEIZE with PTRACE_O_SUSPEND_SECCOMP. This
 * stops no thread. Signals pass through the helper meanwhile.
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_SEIZE_H
#define DTRACE_RUNTIME_SESSION_DIRECT_SEIZE_H

#include <sys/types.h>

/*
 * Attaches to all threads of @pid. Returns the helper, for seize_end(), or
 * -errno: -EBUSY: it has a tracer; -EAGAIN: threads came faster than they could
 * be attached to; -EPERM, -EINVAL: the kernel does not allow it.
 */
pid_t seize_begin(pid_t pid);
/* Lets them go. */
void seize_end(pid_t helper);

#endif
