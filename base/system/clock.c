// SPDX-License-Identifier: BSD-2-Clause
/*
 * A time namespace (a container that was moved from another machine) shifts
 * CLOCK_MONOTONIC, which is compared with times that the kernel takes. The
 * shift is fixed before the first process enters the namespace:
 *
 *	/proc/self/timens_offsets	monotonic	-100	0
 */
#include "base/system/clock.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int64_t read_offset_ns(void)
{
	FILE *file = fopen("/proc/self/timens_offsets", "re");
	long long seconds, nanoseconds;
	int64_t offset_ns = 0;
	char name[16];

	while (file && fscanf(file, "%15s %lld %lld", name, &seconds,
			      &nanoseconds) == 3)
		if (!strcmp(name, "monotonic"))
			offset_ns = seconds * 1000000000 + nanoseconds;
	if (file)
		fclose(file);
	return offset_ns;
}

/* Concurrent first callers read the same value. */
static int64_t monotonic_offset_ns(void)
{
	static int64_t offset_ns;
	static bool is_known;

	if (!__atomic_load_n(&is_known, __ATOMIC_ACQUIRE)) {
		__atomic_store_n(&offset_ns, read_offset_ns(),
				 __ATOMIC_RELAXED);
		__atomic_store_n(&is_known, true, __ATOMIC_RELEASE);
	}
	return __atomic_load_n(&offset_ns, __ATOMIC_RELAXED);
}

uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;
	int64_t ns;

	clock_gettime(clock, &now);
	ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
	if (clock == CLOCK_MONOTONIC)
		ns -= monotonic_offset_ns();
	return (uint64_t)ns;
}

struct timespec clock_after(uint64_t ns)
{
	const uint64_t second_ns = 1000000000;
	struct timespec ret;

	clock_gettime(CLOCK_MONOTONIC, &ret);
	ns += (uint64_t)ret.tv_nsec;
	ret.tv_sec += (time_t)(ns / second_ns);
	ret.tv_nsec = (long)(ns % second_ns);
	return ret;
}
