// SPDX-License-Identifier: BSD-2-Clause
/*
 * naps N: sleeps N times for a millisecond, then gives its CPU up N times.
 */
#include <sched.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
	const struct timespec nap = { 0, 10000000 };
	int cnt = argc > 1 ? atoi(argv[1]) : 1;

	for (int i = 0; i < cnt; i++)
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
	for (int i = 0; i < cnt; i++)
		sched_yield();
	return 0;
}
