// SPDX-License-Identifier: BSD-2-Clause
/*
 * nest N [DEPTH [FILE]]: calls with frame pointers, for stacks. Waits first
 * until FILE holds something.
 *
 *	main > left > inner		N times, and
 *	main > right > left > inner	twice as often: nest:::inner(number,
 *					an address in inner)
 *	main > deep > deep ... (DEPTH of them): nest:::deep(DEPTH)
 *	main: nest:::registers(value that r12 has there)
 *
 * main has no caller that a frame pointer leads to.
 */
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "nest.h"

/* arm64 has the return address there, too */
#if defined(__aarch64__)
enum { frame_bytes = 2 * sizeof(void *) };
#else
enum { frame_bytes = sizeof(void *) };
#endif

static volatile int sink;

static void inner(int number)
{
	NEST_INNER(number, (char *)inner + number % 4);
	sink++;
}

static void left(int number)
{
	inner(number);
	sink++;
}

static void right(int number)
{
	left(number);
	sink++;
}

static void deep(int depth, int left_over)
{
	if (left_over > 1)
		deep(depth, left_over - 1);
	else
		NEST_DEEP(depth);
	sink++;
}

static void registers(long value)
{
	register long r12 __asm__("r12") = value;

	__asm__ volatile("" : "+r"(r12));
	NEST_REGISTERS(r12);
	__asm__ volatile("" : "+r"(r12));
}

int main(int argc, char **argv)
{
	int cnt = argc > 1 ? atoi(argv[1]) : 1;
	int depth = argc > 2 ? atoi(argv[2]) : 1;

	wait_for_text(argc > 3 ? argv[3] : NULL);
	/*
	 * the caller's frame pointer is not that of a frame: end the chain here
	 */
	memset(__builtin_frame_address(0), 0, frame_bytes);
	for (int i = 0; i < cnt; i++) {
		left(i);
		right(i);
		right(i);
	}
	deep(depth, depth);
	registers(0x123456789abcdef);
	exit(0);
}
