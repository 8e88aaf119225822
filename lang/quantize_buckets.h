/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The buckets of lquantize() and llquantize(), computed from the parameters
 * that the checker has accepted (ident.agg_params). The generator finds the
 * bucket of a value by them, the consumer its label.
 */
#ifndef DTRACE_LANG_QUANTIZE_BUCKETS_H
#define DTRACE_LANG_QUANTIZE_BUCKETS_H

#include <stddef.h>
#include <stdint.h>

/* Indexes of ident.agg_params. */
enum lquant_param {
	LQUANT_BASE,
	LQUANT_LIMIT,
	LQUANT_STEP,
};

enum llquant_param {
	LLQUANT_FACTOR,
	LLQUANT_LOW, /* magnitudes: exponents of the factor */
	LLQUANT_HIGH,
	LLQUANT_STEPS,
};

enum {
	/* of one histogram, which is half a MB for each CPU and key */
	BUCKET_MAX = 65537,
	LLQUANT_MAG_MAX = 63,
};

/* Levels between base and limit; a remainder smaller than a step is cut off. */
uint32_t lquant_level_cnt(const int64_t *params);
/* Bucket 0: below base; 1 ... levels; the last one: above them. */
uint32_t lquant_bucket_cnt(const int64_t *params);

/*
 * One magnitude of llquantize: absolute values from @begin to @end
 * (exclusive), in buckets of @width. @bucket is the first of them, counted
 * from the middle; value v is in bucket + v / width - begin / width.
 */
struct llquant_mag {
	uint64_t begin, end, width;
	uint32_t bucket, bucket_cnt;
};

/*
 * Fills up to LLQUANT_MAG_MAX magnitudes, returns their number. The middle
 * bucket (0) holds values nearer to zero than the first magnitude, the bucket
 * after the last one values beyond it.
 */
size_t llquant_mags(const int64_t *params, struct llquant_mag *mags);
/* Number of the bucket of great values, counted from the middle. */
uint32_t llquant_overflow(const int64_t *params);
/* Number of buckets of both signs and the middle, which has the number
 * llquant_overflow(). */
uint32_t llquant_bucket_cnt(const int64_t *params);

#endif
