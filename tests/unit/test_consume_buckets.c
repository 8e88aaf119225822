// SPDX-License-Identifier: BSD-2-Clause
/*
 * lquantize(), llquantize() and stddev() as text: labels, ends, what no data
 * shows, order; sums of squares beyond 64 bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lang/quantize_buckets.h"
#include "runtime/consume/aggregation/agg_ops.h"
#include "tests/unit/agg_sample.h"

enum { COUNT_MAX = 256 };

struct bucket {
	uint32_t idx;
	int64_t count;
};

/* The labels of all rows and the counts that are not 0: "0 10:2 >= 20". */
static char *rows_of(const struct agg_value *value)
{
	struct strbuf out = { 0 }, rows = { 0 };
	const char *line, *next;

	value->ops->print(value, &out);
	line = strstr(strbuf_text(&out), "count    \n") + 10;
	for (; *line; line = next + 1) {
		const char *bar = strchr(line, '|');
		const char *label = line + strspn(line, " ");
		long long count = atoll(bar + 42);

		next = strchr(line, '\n');
		strbuf_printf(&rows, "%s%.*s", rows.len ? "," : "",
			      (int)(bar - 1 - label), label);
		if (count)
			strbuf_printf(&rows, ":%lld", count);
	}
	strbuf_deinit(&out);
	return rows.text;
}

static void check_rows(const struct agg_ops *ops, const int64_t *params,
		       const struct bucket *buckets, size_t cnt,
		       const char *expected)
{
	uint64_t words[COUNT_MAX] = { 0 };
	const struct agg_value value = {
		.ops = ops,
		.params = params,
		.normal = 1,
		.words = words,
	};
	char *rows;

	for (size_t i = 0; i < cnt; i++)
		words[buckets[i].idx] = (uint64_t)buckets[i].count;
	rows = rows_of(&value);
	assert_string_equal(rows, expected);
	free(rows);
}

#define PARAMS(...) ((const int64_t[]){ __VA_ARGS__ })
#define WORDS(...) ((const uint64_t[]){ __VA_ARGS__ })
#define ROWS(func, params, expected, ...)                           \
	check_rows(&agg_ops_##func, params,                         \
		   (const struct bucket[]){ __VA_ARGS__ },          \
		   sizeof((const struct bucket[]){ __VA_ARGS__ }) / \
			   sizeof(struct bucket),                   \
		   expected)

/* -------------------------------------------------------------- lquantize */

static void lquantize_labels(void **state)
{
	const int64_t *params = PARAMS(-10, 25, 10);

	(void)state;
	assert_int_equal(lquant_level_cnt(params), 3);
	ROWS(lquantize, params, "< -10:1,-10", { 0, 1 });
	ROWS(lquantize, params, "< -10,-10:1,0", { 1, 1 });
	ROWS(lquantize, params, "0,10:5,>= 20", { 3, 5 });
	ROWS(lquantize, params, "10,>= 20:7", { 4, 7 });
	ROWS(lquantize, params, "< -10:1,-10,0:2,10,>= 20:3", { 0, 1 },
	     { 2, 2 }, { 4, 3 });
	ROWS(lquantize, params, "< -10,-10,0", { 0, 0 });
	ROWS(lquantize, PARAMS(INT32_MIN, INT32_MIN + 20, 10),
	     "< -2147483648,-2147483648:1,-2147483638", { 1, 1 });
	ROWS(lquantize, PARAMS(INT32_MAX - 9, INT32_MAX, 9),
	     "2147483638,>= 2147483647:1", { 2, 1 });
}

/* Byte for byte. */
static void lquantize_layout(void **state)
{
	const int64_t params[] = { 0, 20, 10 };
	const uint64_t words[] = { 1, 0, 3, 0, 0 };
	const struct agg_value value = {
		.ops = &agg_ops_lquantize,
		.params = params,
		.normal = 1,
		.words = words,
	};
	struct strbuf out = { 0 };

	(void)state;
	agg_ops_lquantize.print(&value, &out);
	assert_string_equal(
		strbuf_text(&out),
		HEADER
		"             < 0 |" AT10 BLANK10 BLANK10 BLANK10 " 1        \n"
		"               0 |" BLANK40 " 0        \n"
		"              10 |" AT10 AT10 AT10 BLANK10 " 3        \n"
		"           >= 20 |" BLANK40 " 0        \n");
	strbuf_deinit(&out);
}

/* ------------------------------------------------------------- llquantize */

static void llquantize_labels(void **state)
{
	/* steps that divide the factor: the first bucket is narrower */
	const int64_t *params = PARAMS(10, 0, 1, 5);

	(void)state;
	assert_int_equal(llquant_bucket_cnt(params), 23);
	ROWS(llquantize, params, "0:1,1", { 11, 1 });
	ROWS(llquantize, params, "0,1:1,2:1,4,6,8:1,10:1,20", { 12, 1 },
	     { 13, 1 }, { 16, 1 }, { 17, 1 });
	ROWS(llquantize, params, "60,80:1,>= 100:2", { 21, 1 }, { 22, 2 });
	ROWS(llquantize, params, "<= -100:2,-80", { 0, 2 });
	ROWS(llquantize, params, "-2,-1:4,0", { 10, 4 });
	ROWS(llquantize, params, "-1,0,1", { 0, 0 });
}

static void llquantize_middle(void **state)
{
	const int64_t *params = PARAMS(10, 1, 2, 10);

	(void)state;
	/* 9 of each magnitude, on both sides, and three more */
	assert_int_equal(llquant_bucket_cnt(params), 39);
	ROWS(llquantize, params, "-10,abs() < 10:3,10", { 19, 3 });
	ROWS(llquantize, params, "< 10,10:3,20", { 20, 3 });
	ROWS(llquantize, params, "-20,-10:3,abs() < 10", { 18, 3 });
	ROWS(llquantize, params, "80,90:1,100,200:1,300", { 28, 1 }, { 30, 1 });
}

static void llquantize_with_more_steps_than_values(void **state)
{
	/* 1 ... 9 in steps of 1, then 18 steps of 5 from 10 on */
	const int64_t *params = PARAMS(10, 0, 1, 20);
	struct llquant_mag mags[LLQUANT_MAG_MAX];

	(void)state;
	assert_int_equal(llquant_mags(params, mags), 2);
	assert_int_equal(mags[0].bucket_cnt, 9);
	assert_int_equal(mags[1].bucket_cnt, 18);
	assert_int_equal(mags[1].width, 5);
	assert_int_equal(llquant_bucket_cnt(params), 57);
	ROWS(llquantize, params, "8,9:1,10:1,15", { 37, 1 }, { 38, 1 });
	ROWS(llquantize, params, "90,95:1,>= 100", { 55, 1 });
}

static void llquantize_to_the_end_of_64_bits(void **state)
{
	const int64_t *params = PARAMS(2, 0, 61, 1);

	(void)state;
	assert_int_equal(llquant_bucket_cnt(params), 2 * 62 + 3);
	ROWS(llquantize, params,
	     "<= -4611686018427387904,-2305843009213693952:1,"
	     "-1152921504606846976",
	     { 1, 1 });
	ROWS(llquantize, params, "2305843009213693952,>= 4611686018427387904:1",
	     { 126, 1 });
}

/* ------------------------------------------------------------------ order */

static void check_order(const struct agg_ops *ops, const int64_t *params,
			uint32_t less, uint32_t more)
{
	uint64_t a[COUNT_MAX] = { 0 }, b[COUNT_MAX] = { 0 };
	struct agg_value a_value = { ops, params, 1, a, NULL };
	struct agg_value b_value = { ops, params, 1, b, NULL };

	assert_int_equal(ops->compare(&a_value, &b_value), 0);
	a[less] = b[more] = 1;
	assert_int_equal(ops->compare(&a_value, &b_value), -1);
	assert_int_equal(ops->compare(&b_value, &a_value), 1);
}

static void order_is_by_weighted_sum(void **state)
{
	const int64_t *linear = PARAMS(-10, 20, 10);
	const int64_t *both = PARAMS(10, 1, 2, 10);

	(void)state;
	check_order(&agg_ops_lquantize, linear, 0, 1);
	check_order(&agg_ops_lquantize, linear, 1, 2);
	check_order(&agg_ops_lquantize, linear, 3, 4);
	check_order(&agg_ops_llquantize, both, 0, 1);
	check_order(&agg_ops_llquantize, both, 18, 19);
	check_order(&agg_ops_llquantize, both, 19, 20);
	check_order(&agg_ops_llquantize, both, 37, 38);
}

/* The sums are equal: the one with more zeros is the larger. */
static void zeros_decide_between_equals(void **state)
{
	const int64_t *linear = PARAMS(-10, 20, 10);
	uint64_t a[COUNT_MAX] = { 0 }, b[COUNT_MAX] = { 0 };
	struct agg_value a_value = { &agg_ops_lquantize, linear, 1, a, NULL };
	struct agg_value b_value = { &agg_ops_lquantize, linear, 1, b, NULL };

	(void)state;
	b[2] = 1;
	assert_int_equal(agg_ops_lquantize.compare(&a_value, &b_value), -1);
}

/* ----------------------------------------------------------------- stddev */

static void check_stddev(const uint64_t *words, uint64_t expected)
{
	struct agg_value value = { &agg_ops_stddev, NULL, 1, words, NULL };

	assert_int_equal(agg_ops_stddev.scalar(&value), expected);
}

static void stddev_of_128_bits(void **state)
{
	(void)state;
	check_stddev(WORDS(0, 0, 0, 0), 0);
	check_stddev(WORDS(1, 5, 25, 0), 0);
	/* 2 4 4 4 5 5 7 9 */
	check_stddev(WORDS(8, 40, 232, 0), 2);
	/* -3 and 3 */
	check_stddev(WORDS(2, 0, 18, 0), 3);
	/* 2^63 - 1 and -2^63: sum -1, squares 2^127 - 2^64 + 1 */
	check_stddev(WORDS(2, -1ull, 1, (1ull << 63) - 1),
		     9223372036854775807u);
	/* one firing is only half there: no nonsense */
	check_stddev(WORDS(2, 20, 100, 0), 0);
}

static void stddev_totals_carry(void **state)
{
	uint64_t total[] = { 1, 0, UINT64_MAX, 5 }, cell[] = { 1, 0, 2, 1 };
	uint64_t empty[] = { 0, 0, 0, 0 };

	(void)state;
	assert_true(agg_ops_stddev.take(total, cell, 4));
	assert_int_equal(total[0], 2);
	assert_int_equal(total[2], 1);
	assert_int_equal(total[3], 7);
	assert_memory_equal(cell, empty, sizeof(empty));
	assert_false(agg_ops_stddev.take(total, cell, 4));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lquantize_labels),
		cmocka_unit_test(lquantize_layout),
		cmocka_unit_test(llquantize_labels),
		cmocka_unit_test(llquantize_middle),
		cmocka_unit_test(llquantize_with_more_steps_than_values),
		cmocka_unit_test(llquantize_to_the_end_of_64_bits),
		cmocka_unit_test(order_is_by_weighted_sum),
		cmocka_unit_test(zeros_decide_between_equals),
		cmocka_unit_test(stddev_of_128_bits),
		cmocka_unit_test(stddev_totals_carry),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
