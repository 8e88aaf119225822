/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The offset of the thread's name in the kernel's struct task_struct. The
 * helper that copies the name costs 60 ns, two loads almost nothing. The
 * kernel's BTF has the offset, but reading it takes longer than everything else
 * in a short run; so a trial gives this thread a unique name for a moment, and
 * searches its task for it.
 */
#ifndef DTRACE_RUNTIME_KERNEL_PROGRAM_COMM_OFFSET_H
#define DTRACE_RUNTIME_KERNEL_PROGRAM_COMM_OFFSET_H

#include <stdint.h>

/*
 * Returns the offset in bytes, or 0 if programs cannot load the name there and
 * must use the helper.
 */
uint32_t kern_comm_off(void);

#endif
