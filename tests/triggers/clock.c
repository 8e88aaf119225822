// SPDX-License-Identifier: BSD-2-Clause
/*
 * clock N: N times: clock:::before with the monotonic time taken just before;
 * then clock:::after with the time taken between the two.
 */
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "clock.h"

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

int main(int argc, char **argv)
{
	int cnt = argc > 1 ? atoi(argv[1]) : 1;

	for (int i = 0; i < cnt; i++) {
		uint64_t now = now_ns();

		CLOCK_BEFORE(now);
		CLOCK_AFTER(now);
	}
	return 0;
}
