/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DTRACE_BASE_RCU_GRACE_PERIOD_H
#define DTRACE_BASE_RCU_GRACE_PERIOD_H

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Waits for a grace period of the kernel: BPF programs that were running when
 * it was called, except sleepable ones, have ended when it returns.
 */
static inline void grace_period(void)
{
	syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}

#endif
