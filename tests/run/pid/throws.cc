// SPDX-License-Identifier: BSD-2-Clause
/*
 * throws N: N exceptions through functions, one of them C (a comparator of
 * qsort throws), all caught in main. `leaf` and `relay` call nothing that
 * could throw.
 */
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#define KEEP __attribute__((noinline, noclone, used))

static int unwound;

struct counter {
	~counter() { unwound++; }
};

extern "C" {

KEEP long leaf(long n)
{
	__asm__ volatile("");
	return n + 1;
}

KEEP long relay(long n)
{
	long sum = leaf(n);

	__asm__ volatile("" : "+r"(sum));
	return sum + leaf(n);
}

KEEP void thrower(long n)
{
	counter c;

	if (n >= 0)
		throw std::runtime_error("on purpose");
}

KEEP void between(long n)
{
	counter c;

	thrower(n);
	unwound -= 1000;
}

/* jumps: it leaves by the return of another */
KEEP void passes(long n)
{
	between(n);
}

KEEP int compare(const void *a, const void *b)
{
	if (*static_cast<const int *>(a) == 2 || *static_cast<const int *>(b) == 2)
		throw 7;
	return 0;
}

KEEP int last(void *block)
{
	free(block);
	return 0;
}
}

int main(int argc, char **argv)
{
	long cnt = argc > 1 ? atol(argv[1]) : 1, caught = 0, sum = 0;
	int numbers[] = { 3, 2, 1 };

	for (long i = 0; i < cnt; i++) {
		try {
			sum += relay(i);
			passes(i);
		} catch (const std::exception &) {
			caught++;
		}
		try {
			qsort(numbers, 3, sizeof(numbers[0]), compare);
		} catch (int n) {
			caught += n == 7;
		}
		sum += last(malloc(64));
	}
	printf("caught %ld, unwound %d, sum %ld\n", caught, unwound, sum);
	return 0;
}
