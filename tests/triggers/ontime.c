// SPDX-License-Identifier: BSD-2-Clause
/*
 * ontime: fires `now` with the CPU time of its thread: at the beginning, when
 * it has computed for 60 ms, and when it has slept for 60 ms.
 */
#include <stdint.h>
#include <time.h>

#include "ontime.h"

enum { STEP_NS = 60000000 };

static int64_t cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int main(void)
{
	struct timespec step = { .tv_nsec = STEP_NS };
	int64_t begin = cpu_ns();

	ONTIME_NOW(begin);
	while (cpu_ns() - begin < STEP_NS)
		;
	ONTIME_NOW(cpu_ns());
	nanosleep(&step, NULL);
	ONTIME_NOW(cpu_ns());
	return 0;
}
