// SPDX-License-Identifier: BSD-2-Clause
/*
 * Histograms and sums of squares of generated programs on this kernel, against
 * plain C with a different method: a list of the lower bounds of all buckets,
 * and 128-bit integers.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/quantize_buckets.h"
#include "runtime/kernel/program/load.h"
#include "tests/codegen/gen_sample.h"

static int64_t args[10];

struct run {
	struct gen_sample sample;
	struct gen_loaded loaded;
};

static void start(struct run *run, const char *text)
{
	struct gen_env env = gen_sample_env();
	struct probe_abi abi = gen_sample_test_run();

	for (int i = 0; i < 10; i++)
		abi.args[i] = (struct abi_arg){
			.kind = ABI_ARG_MEM,
			.size_bytes = 8,
			.is_signed = true,
			.ctx_off = -1,
			.index_off = -1,
			.value = (int64_t)(uintptr_t)&args[i],
		};
	gen_sample_start(&run->sample, &run->loaded, text, &env, &abi);
}

static void fire(struct run *run, int64_t value)
{
	args[0] = value;
	if (kern_test_run(run->loaded.prog_fd))
		check("test run", false, "it failed");
}

static void end(struct run *run)
{
	gen_sample_end(&run->sample, &run->loaded);
}

/* A word of the first aggregation, over all CPUs. */
static int64_t word(struct run *run, uint32_t idx)
{
	const struct agg_layout *layout = &run->sample.result->aggs.v[0];

	return (int64_t)gen_loaded_unkeyed(&run->sample, &run->loaded,
					   layout->unkeyed_off / 8 + idx);
}

/* ----------------------------------------------------------------- buckets */

enum { BEGIN_MAX = 70000 };

/*
 * Lower bounds of buckets, ascending; values below the first are in bucket 0.
 */
struct begins {
	uint64_t v[BEGIN_MAX];
	uint32_t cnt;
};

static uint32_t find_bucket(const struct begins *begins, uint64_t value)
{
	uint32_t low = 0, high = begins->cnt;

	while (low < high) {
		uint32_t mid = (low + high) / 2;

		if (begins->v[mid] <= value)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static uint64_t magnitude(int64_t value)
{
	return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

/*
 * Fires for a value and its neighbours, both signs, and computes the expected
 * counts.
 */
static void fire_around(struct run *run, const struct begins *begins,
			int is_symmetric, uint64_t place, int64_t *want)
{
	for (int i = 0; i < 6; i++) {
		uint64_t bits = place + (uint64_t)(i / 2) - 1;
		int64_t value = (int64_t)(i % 2 ? -bits : bits);
		uint32_t bucket;

		fire(run, value);
		if (is_symmetric) {
			bucket = find_bucket(begins, magnitude(value));
			want[value < 0 ? begins->cnt - bucket :
					 begins->cnt + bucket]++;
		} else {
			/* the same order for unsigned numbers */
			bits = (uint64_t)value ^ (UINT64_C(1) << 63);
			want[find_bucket(begins, bits)]++;
		}
	}
}

static void check_buckets(const char *text, const struct begins *begins,
			  bool is_symmetric)
{
	uint32_t cnt = begins->cnt * (is_symmetric ? 2 : 1) + 1;
	uint64_t random = 88172645463325252;
	struct run run;
	int64_t *want = calloc(cnt, 8);
	uint32_t bad = 0, step = begins->cnt / 500 + 1;

	start(&run, text);
	for (uint32_t i = 0; i < begins->cnt; i += step)
		fire_around(&run, begins, is_symmetric,
			    begins->v[i] ^
				    (is_symmetric ? 0 : UINT64_C(1) << 63),
			    want);
	fire_around(&run, begins, is_symmetric, INT64_MAX, want);
	fire_around(&run, begins, is_symmetric, 0, want);
	for (int i = 0; i < 64; i++) {
		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		fire_around(&run, begins, is_symmetric, random >> i, want);
	}
	for (uint32_t i = 0; i < cnt; i++)
		bad += word(&run, i) != want[i];
	check(text, !bad && run.sample.result->aggs.v[0].value_words == cnt + 1,
	      "%u of %u buckets differ", bad, cnt);
	end(&run);
	free(want);
}

static void test_llquantize(int64_t factor, int low, int high, int64_t steps)
{
	static struct begins begins;
	char text[200];
	uint64_t place = 1;

	begins.cnt = 0;
	for (int i = 0; i < low; i++)
		place *= (uint64_t)factor;
	for (int i = low; i <= high; i++, place *= (uint64_t)factor) {
		uint64_t next = place * (uint64_t)factor;
		uint64_t width = next / (uint64_t)steps;

		begins.v[begins.cnt++] = place;
		if (!width)
			width = 1;
		for (uint64_t at = width; at < next; at += width)
			if (at > place)
				begins.v[begins.cnt++] = at;
	}
	begins.v[begins.cnt++] = place;
	snprintf(text, sizeof(text),
		 "BEGIN { @ = llquantize(arg0, %d, %d, %d, %d); }", (int)factor,
		 low, high, (int)steps);
	check_buckets(text, &begins, true);
}

static void test_lquantize(int64_t base, int64_t limit, int64_t step)
{
	static struct begins begins;
	char text[200];

	begins.cnt = 0;
	for (int64_t at = base; at + step <= limit; at += step)
		begins.v[begins.cnt++] = (uint64_t)at ^ (UINT64_C(1) << 63);
	begins.v[begins.cnt] = begins.v[begins.cnt - 1] + (uint64_t)step;
	begins.cnt++;
	snprintf(text, sizeof(text),
		 "BEGIN { @ = lquantize(arg0, %" PRId64 ", %" PRId64
		 ", %" PRId64 "); }",
		 base, limit, step);
	check_buckets(text, &begins, false);
}

/* Cells of half a MB, beyond the reach of an instruction's offset. */
static void test_large(void)
{
	struct run run;

	start(&run, "BEGIN { @ = lquantize(arg0, 0, 65535, 1, -3); }");
	fire(&run, 65534);
	fire(&run, 65535);
	fire(&run, -1);
	check("65537 buckets",
	      word(&run, 65535) == -3 && word(&run, 65536) == -3 &&
		      word(&run, 0) == -3 && word(&run, 65537) > 0,
	      "wrong buckets");
	end(&run);
}

/* ------------------------------------------------------------------- flags */

static void check_flag(const char *text, int64_t value, uint32_t idx,
		       int64_t expected)
{
	struct run run;

	start(&run, text);
	fire(&run, value);
	check(text, word(&run, idx) == expected, "%" PRId64, word(&run, idx));
	end(&run);
}

static void test_flags(void)
{
	check_flag("BEGIN { @ = sum(arg0); }", 0, 1, 1);
	check_flag("BEGIN { @ = quantize(arg0, 0); }", 9, 127, 1);
	check_flag("BEGIN { @ = quantize(arg0); }", 9, 127, 0);
	check_flag("BEGIN { @ = lquantize(arg0, 0, 3, 1, 0); }", 9, 5, 1);
	check_flag("BEGIN { @ = llquantize(arg0, 2, 0, 1, 1, 0); }", 9, 7, 1);
	check_flag("BEGIN { @ = max(arg0); }", INT64_MIN, 1, 1);
	check_flag("BEGIN { @x = max(arg0); }", INT64_MIN + 1, 1, 0);
	check_flag("BEGIN { @ = min(arg0); }", INT64_MAX, 1, 1);
}

/* ------------------------------------------------------------------ stddev */

typedef unsigned __int128 u128;

/* The sum of squares over all CPUs. */
static u128 squares(struct run *run)
{
	const char *mem = run->loaded.maps.by_role[MAP_AGG_UNKEYED].mem;
	u128 sum = 0;

	for (uint32_t c = 0; c < run->loaded.maps.cpu_max; c++) {
		const uint64_t *cell =
			(const uint64_t
				 *)(mem +
				    c * run->sample.result->unkeyed_stride);

		sum += (u128)cell[3] << 64 | cell[2];
	}
	return sum;
}

static void test_squares(void)
{
	uint64_t random = 88172645463325252, sum = 0;
	u128 want = 0;
	struct run run;

	start(&run, "BEGIN { @ = stddev(arg0); }");
	for (int i = 0; i < 1000; i++) {
		int64_t value;

		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		value = (int64_t)random >> i % 64;
		if (i < 2)
			value = i ? INT64_MIN : INT64_MAX;
		fire(&run, value);
		want += (u128)((__int128)value * value);
		sum += (uint64_t)value;
	}
	check("sum of squares",
	      squares(&run) == want && word(&run, 0) == 1000 &&
		      word(&run, 1) == (int64_t)sum,
	      "wrong");
	end(&run);
}

enum { THREAD_CNT = 4, THREAD_FIRINGS = 3000 };

static void *fire_many(void *arg)
{
	struct run *run = arg;

	for (int i = 0; i < THREAD_FIRINGS; i++)
		if (kern_test_run(run->loaded.prog_fd))
			check("test run", false, "it failed");
	return NULL;
}

/* Every other firing carries. */
static void test_threads(void)
{
	const u128 square = (u128)3000000000 * 3000000000;
	pthread_t threads[THREAD_CNT];
	struct run run;

	start(&run, "BEGIN { @ = stddev(arg0); }");
	args[0] = -3000000000;
	for (int i = 0; i < THREAD_CNT; i++)
		pthread_create(&threads[i], NULL, fire_many, &run);
	for (int i = 0; i < THREAD_CNT; i++)
		pthread_join(threads[i], NULL);
	check("threads carry",
	      squares(&run) == square * THREAD_CNT * THREAD_FIRINGS,
	      "wrong sum");
	end(&run);
}

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	test_lquantize(0, 10, 1);
	test_lquantize(-100, 1000, 7);
	test_lquantize(INT32_MIN, -1, 65535);
	test_lquantize(INT32_MIN, INT32_MIN + 64, 16);
	test_llquantize(10, 0, 3, 10);
	test_llquantize(10, 0, 2, 5);
	test_llquantize(10, 0, 3, 20);
	test_llquantize(10, 2, 6, 100);
	test_llquantize(10, 17, 17, 1);
	test_llquantize(2, 0, 61, 2);
	test_llquantize(2, 0, 61, 1);
	test_llquantize(3, 0, 38, 3);
	test_llquantize(1000, 0, 5, 1000);
	test_large();
	test_flags();
	test_squares();
	test_threads();
	return check_status();
}
