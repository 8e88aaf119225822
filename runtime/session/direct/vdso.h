/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The clock of a program without a system call.
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_VDSO_H
#define DTRACE_RUNTIME_SESSION_DIRECT_VDSO_H

#include <stdint.h>
#include <sys/types.h>

/*
 * The address of clock_gettime() in the vdso of a process, or 0: it has none, it
 * would make a system call, or its clock is that of another time namespace.
 */
uint64_t vdso_clock_addr(pid_t pid);

#endif
