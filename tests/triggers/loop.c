// SPDX-License-Identifier: BSD-2-Clause
/*
 * loop N [FILE]: fires loop:::tick N times, with its number (from 0), the
 * number modulo 4 and a colour; as often loop:::signed-value with values from
 * -N/2 up; then loop:::done. Waits first until FILE holds something.
 */
#include <stdint.h>
#include <stdlib.h>

#include "gate.h"
#include "loop.h"

int main(int argc, char **argv)
{
	static const char *const colours[] = { "red", "green", "blue" };
	int cnt = argc > 1 ? atoi(argv[1]) : 1;

	wait_for_text(argc > 2 ? argv[2] : NULL);
	for (int i = 0; i < cnt; i++) {
		LOOP_TICK(i, i % 4, colours[i % 3]);
		LOOP_SIGNED_VALUE((int8_t)(i - cnt / 2), (long)(i - cnt / 2) * 1000000000);
	}
	LOOP_DONE();
	return 0;
}
