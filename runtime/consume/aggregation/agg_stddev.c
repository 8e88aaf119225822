// SPDX-License-Identifier: BSD-2-Clause
/*
 * stddev(): the standard deviation of all values, computed as the square root
 * of the mean of the squares minus the square of the mean, in integers of 128
 * bits.
 *
 *	{ number, sum, sum of squares: low word, high word }
 *
 * A normal divides the result. To divide the sums by it would cut the mean to an
 * integer: the deviation of one value would not be 0.
 */
#include "runtime/consume/aggregation/agg_ops.h"

enum { STDDEV_COUNT, STDDEV_SUM, STDDEV_LOW, STDDEV_HIGH, STDDEV_WORDS };

typedef unsigned __int128 u128;

/* Firings may add to the cell meanwhile, so its lower word borrows if needed. */
static void subtract(uint64_t *cell, const uint64_t *words)
{
	uint64_t high = words[STDDEV_HIGH];

	__atomic_fetch_sub(&cell[STDDEV_COUNT], words[STDDEV_COUNT],
			   __ATOMIC_RELAXED);
	__atomic_fetch_sub(&cell[STDDEV_SUM], words[STDDEV_SUM],
			   __ATOMIC_RELAXED);
	if (__atomic_fetch_sub(&cell[STDDEV_LOW], words[STDDEV_LOW],
			       __ATOMIC_RELAXED) < words[STDDEV_LOW])
		high++;
	__atomic_fetch_sub(&cell[STDDEV_HIGH], high, __ATOMIC_RELAXED);
}

static bool stddev_take(uint64_t *total, uint64_t *cell, uint32_t words)
{
	uint64_t low = total[STDDEV_LOW], copy[STDDEV_WORDS] = { 0 };
	bool is_steady = agg_read_steady(cell, STDDEV_WORDS, copy), any;

	if (is_steady)
		subtract(cell, copy);
	any = agg_take_sums(total, is_steady ? copy : cell, words);

	total[STDDEV_HIGH] += total[STDDEV_LOW] < low;
	return any;
}

/* The largest integer whose square is at most @value. */
static uint64_t root(u128 value)
{
	u128 rest = value, result = 0;

	for (u128 bit = (u128)1 << 126; bit; bit >>= 2) {
		bool fits = rest >= result + bit;

		if (fits)
			rest -= result + bit;
		result >>= 1;
		if (fits)
			result += bit;
	}
	return (uint64_t)result;
}

static uint64_t deviation(const uint64_t *words)
{
	uint64_t cnt = words[STDDEV_COUNT];
	u128 squares = (u128)words[STDDEV_HIGH] << 64 | words[STDDEV_LOW];
	int64_t mean;
	u128 mean_square, square_mean;

	if (!cnt)
		return 0;
	mean = agg_normalised((int64_t)words[STDDEV_SUM], cnt);
	square_mean = squares / cnt;
	mean_square = (u128)((__int128)mean * mean);
	/* a cell can be read while a firing is changing it */
	return square_mean > mean_square ? root(square_mean - mean_square) : 0;
}

static uint64_t stddev_scalar(const struct agg_value *value)
{
	return deviation(value->words) / value->normal;
}

static int stddev_compare(const struct agg_value *a, const struct agg_value *b)
{
	return agg_compare_signed((int64_t)deviation(a->words),
				  (int64_t)deviation(b->words));
}

const struct agg_ops agg_ops_stddev = {
	.words = STDDEV_WORDS,
	.is_signed = true,
	.take = stddev_take,
	.compare = stddev_compare,
	.scalar = stddev_scalar,
};
