/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DTRACE_RUNTIME_KERNEL_RCU_GRACE_PERIOD_H
#define DTRACE_RUNTIME_KERNEL_RCU_GRACE_PERIOD_H

/*
 * Waits for an RCU grace period of the kernel, some milliseconds: BPF programs
 * that were running when it was called, except sleepable ones, have ended when
 * it returns. Returns 0, or -errno when it did not wait.
 */
int kern_rcu_grace_period(void);

#endif
