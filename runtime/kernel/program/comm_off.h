/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the kernel's struct task_struct has the thread's name. The helper
 * that copies it costs 60 ns, two loads next to nothing. The kernel's BTF says
 * where it is, but reading that takes longer than all else that a short run
 * does; so the trial gives this thread a name of its own for a moment, and
 * looks for it in its task.
 */
#ifndef DTRACE_RUNTIME_KERNEL_COMM_OFF_H
#define DTRACE_RUNTIME_KERNEL_COMM_OFF_H

#include <stdint.h>

/* In bytes; 0: programs can't load it there, so take the helper. */
uint32_t kern_comm_off(void);

#endif
