/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DTRACE_RUNTIME_KERNEL_CLOCK_LEAD_H
#define DTRACE_RUNTIME_KERNEL_CLOCK_LEAD_H

#include <stdint.h>

/*
 * How far CLOCK_MONOTONIC is ahead of the scheduler's clock, in nanoseconds,
 * correct to some microseconds; negative if it is behind. It is measured once.
 * 0: not known.
 */
int64_t kern_clock_lead_ns(void);

#endif
