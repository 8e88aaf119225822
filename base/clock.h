/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DTRACE_BASE_CLOCK_H
#define DTRACE_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds of @clock. Records have times of CLOCK_MONOTONIC. */
static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#endif
