// SPDX-License-Identifier: BSD-2-Clause
/*
 * Computes buckets from the parameters.
 *
 *	lquantize(x, 0, 30, 10)		<0 | 0 | 10 | 20 | >=30
 *
 *	llquantize(x, 10, 0, 1, 5), absolute values from the middle on:
 *	bucket	0    1    2    3    4    5    6     7    8    9    10   11
 *	from	0    1    2    4    6    8    10    20   40   60   80   100
 *		     magnitude 0: width 2     magnitude 1: width 20
 *
 * A magnitude with fewer values than steps (only the first one can be) has
 * buckets of width 1.
 */
#include "lang/quantize_buckets.h"

uint32_t lquant_level_cnt(const int64_t *params)
{
	int64_t range = params[LQUANT_LIMIT] - params[LQUANT_BASE];

	return (uint32_t)(range / params[LQUANT_STEP]);
}

uint32_t lquant_bucket_cnt(const int64_t *params)
{
	return lquant_level_cnt(params) + 2;
}

size_t llquant_mags(const int64_t *params, struct llquant_mag *mags)
{
	uint64_t factor = (uint64_t)params[LLQUANT_FACTOR], begin = 1;
	uint64_t steps = (uint64_t)params[LLQUANT_STEPS];
	uint32_t bucket = 1;
	size_t cnt = 0;

	for (int64_t i = 0; i < params[LLQUANT_LOW]; i++)
		begin *= factor;
	for (int64_t i = params[LLQUANT_LOW]; i <= params[LLQUANT_HIGH]; i++) {
		uint64_t end = begin * factor;
		uint64_t parts = end < steps ? end : steps;

		mags[cnt] = (struct llquant_mag){
			.begin = begin,
			.end = end,
			.width = end / parts,
			.bucket = bucket,
			.bucket_cnt = (uint32_t)(parts - parts / factor),
		};
		bucket += mags[cnt++].bucket_cnt;
		begin = end;
	}
	return cnt;
}

uint32_t llquant_overflow(const int64_t *params)
{
	struct llquant_mag mags[LLQUANT_MAG_MAX];
	const struct llquant_mag *last = &mags[llquant_mags(params, mags) - 1];

	return last->bucket + last->bucket_cnt;
}

uint32_t llquant_bucket_cnt(const int64_t *params)
{
	return 2 * llquant_overflow(params) + 1;
}
