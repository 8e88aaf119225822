/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a program on a raw tracepoint has on the kernel's stack before the
 * code that fires. It differs between kernels, by how they were compiled, and
 * from 6.13 on between the tracepoints of system calls and others:
 *
 *	program, bpf_trace_run2, __set_task_comm		(a jump)
 *	program, bpf_trace_run2, __bpf_trace_task_rename, __set_task_comm
 *	program, program, bpf_trace_run2, ...			(arm64)
 *
 * The trial gives this thread the name that it has, or makes a system call,
 * and is over.
 */
#ifndef DTRACE_RUNTIME_KERNEL_TP_FRAMES_H
#define DTRACE_RUNTIME_KERNEL_TP_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

enum { TP_FRAMES_MAX = 8 };

/*
 * The stack at such a program, zeros after its end; at the tracepoints of
 * system calls, or at others. Returns 0 or -errno.
 */
int kern_tp_frames(bool is_syscall, uint64_t kaddrs[TP_FRAMES_MAX]);

#endif
