/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DTRACE_BASE_SYSTEM_CLOCK_H
#define DTRACE_BASE_SYSTEM_CLOCK_H

#include <stdint.h>
#include <time.h>

/*
 * Nanoseconds of @clock. CLOCK_MONOTONIC is the kernel's clock, by which
 * records and notices are timed, whatever the time namespace of dtrace is.
 */
uint64_t clock_ns(clockid_t clock);

/*
 * A deadline @ns nanoseconds from now, to wait for by CLOCK_MONOTONIC. Unlike
 * clock_ns(), it is in the time namespace of dtrace.
 */
struct timespec clock_after(uint64_t ns);

#endif
