// SPDX-License-Identifier: BSD-2-Clause
/*
 * busy MS: computes until it has had MS milliseconds of CPU 0 to itself.
 */
#define _GNU_SOURCE 1
#include <sched.h>
#include <stdlib.h>
#include <time.h>

static long cpu_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int main(int argc, char **argv)
{
	long wanted_ms = argc > 1 ? atol(argv[1]) : 1;
	volatile unsigned long sum = 0;
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	sched_setaffinity(0, sizeof(cpus), &cpus);
	while (cpu_ms() < wanted_ms)
		for (int i = 0; i < 100000; i++)
			sum += (unsigned long)i;
	(void)sum;
	return 0;
}
