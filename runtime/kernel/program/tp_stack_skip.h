/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The frames that a program on a raw tracepoint has on the kernel stack above
 * the code that fires. They depend on how the kernel was compiled and, since
 * 6.13, differ between the tracepoints of system calls and others:
 *
 *	program, bpf_trace_run2, __set_task_comm		(a jump)
 *	program, bpf_trace_run2, __bpf_trace_task_rename, __set_task_comm
 *	program, program, bpf_trace_run2, ...			(arm64)
 *
 * So they are found by a trial: a program that takes its stack is attached, and
 * this thread sets its name to its present value, or makes a system call. The
 * kernel writes the names of the functions itself, because reading all symbols
 * takes longer than everything else at the start.
 */
#ifndef DTRACE_RUNTIME_KERNEL_PROGRAM_TP_STACK_SKIP_H
#define DTRACE_RUNTIME_KERNEL_PROGRAM_TP_STACK_SKIP_H

#include <stdbool.h>
#include <stdint.h>

enum {
	TP_FRAMES_MAX = 8,
	TP_NAME_BYTES = 16,
};

/* The functions of a stack, from the innermost on. */
struct tp_stack {
	uint64_t kaddrs[TP_FRAMES_MAX]; /* 0: no more */
	char names[TP_FRAMES_MAX][TP_NAME_BYTES]; /* how they begin */
};

/*
 * Fills @ret with the stack that such a program finds at the tracepoints of
 * system calls or at others; a caller counts which of them to skip. Returns 0 or
 * -errno.
 */
int kern_tp_stack_skip(bool is_syscall, struct tp_stack *ret);

#endif
