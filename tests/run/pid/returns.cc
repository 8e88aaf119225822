// SPDX-License-Identifier: BSD-2-Clause
/*
 * returns N [wait]: functions that return in different ways, N calls of each;
 * every third call of `rare` and each of `deep` with 5 ends by an exception.
 * wait: for the end of its input, first.
 */
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#define KEEP __attribute__((noinline, noclone, used))

static long sum;

/* calls what is not known, so that nothing may be put in place of a return address */
static long (*volatile unknown)(long n) = [](long n) { return n; };

extern "C" {

/* a table of jumps */
KEEP long choose(long n)
{
	switch (n % 8) {
	case 0: return unknown(1) + 1;
	case 1: sum += 3; return unknown(2) * 5;
	case 2: return unknown(n) - n;
	case 3: sum ^= 9; return unknown(7) + 11;
	case 4: return unknown(13) * 3;
	case 5: sum -= 8; return unknown(n) - n + 17;
	case 6: return unknown(19) + unknown(2);
	default: return unknown(23) * unknown(2);
	}
}

/* what is rare lies elsewhere, and comes back or throws */
KEEP long rare(long n)
{
	long value = unknown(n);

	if (__builtin_expect(value % 3 == 0, 0)) {
		sum += unknown(2);
		if (value >= 0)
			throw std::runtime_error("on purpose");
		value = unknown(3);
	}
	return value + 1;
}

/* more than one return instruction, and calls of itself */
KEEP long deep(long n)
{
	if (n <= 0)
		return 0;
	if (n % 5 == 0)
		throw n;
	return deep(n - 1) + unknown(1);
}
}

int main(int argc, char **argv)
{
	long cnt = argc > 1 ? atol(argv[1]) : 1, caught = 0;

	while (argc > 2 && getchar() != EOF)
		;
	for (long i = 0; i < cnt; i++) {
		sum += choose(i);
		try {
			sum += rare(i);
		} catch (const std::exception &) {
			caught++;
		}
		try {
			sum += deep(i % 6);
		} catch (long) {
			caught++;
		}
	}
	printf("sum %ld, caught %ld\n", sum, caught);
	return 0;
}
