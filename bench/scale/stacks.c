// SPDX-License-Identifier: BSD-2-Clause
/*
 * stacks FIRINGS STACKS: fires scale:::work FIRINGS times, with as many stacks
 * of LEVELS frames and those of main() as STACKS says, in turn: each bit of a
 * stack's number chooses one of two functions for a frame, the lowest for the
 * innermost.
 */
#include <stdlib.h>
#include <sys/sdt.h>

enum { LEVELS = 20 };

static volatile long done;

static __attribute__((noinline, noclone)) void left(long bits, int level);
static inline __attribute__((always_inline)) void next(long bits, int level);

static __attribute__((noinline, noclone)) void right(long bits, int level)
{
	next(bits, level);
	done++; /* no tail call */
}

static void left(long bits, int level)
{
	next(bits, level);
	done += 2;
}

static void next(long bits, int level)
{
	if (!level) {
		DTRACE_PROBE(scale, work);
		done++;
	} else if (bits >> (level - 1) & 1) {
		left(bits, level - 1);
	} else {
		right(bits, level - 1);
	}
}

int main(int argc, char **argv)
{
	long firings = argc > 2 ? atol(argv[1]) : 1;
	long stacks = argc > 2 ? atol(argv[2]) : 1;

	for (long i = 0; i < firings; i++)
		next(i % stacks, LEVELS);
	return 0;
}
