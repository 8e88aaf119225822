// SPDX-License-Identifier: BSD-2-Clause
/*
 * clear(), trunc(), normalize() and when values are taken: what is dropped,
 * what stays for the next print, to the single firing.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "tests/unit/agg_sample.h"

static const struct agg_sort by_value;

/* A firing on a CPU that adds to the first word. */
static void add(struct agg_sample *s, uint32_t slot, uint64_t by)
{
	*agg_sample_cell(s, 0, slot, slot % AGG_SAMPLE_CPUS) += by;
}

static void start(struct agg_sample *s, enum agg_func func, size_t key_cnt)
{
	static const char *const names[] = { "a", "b", "c", "d" };

	agg_sample_init(s, &func, 1, key_cnt);
	for (uint32_t i = 0; key_cnt && i < 4; i++)
		agg_sample_learn(s, 0, i, names[i], 0);
}

static void expect(struct agg_sample *s, const char *text)
{
	agg_sample_check(s, 1, "%s=%@d ", &by_value, text);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* ------------------------------------------------------------------ clear */

static void clear_keeps_keys(void **state)
{
	struct agg_sample s;

	(void)state;
	start(&s, AGG_count, 1);
	add(&s, 0, 3);
	add(&s, 1, 4);
	expect(&s, "a=3 b=4 ");
	agg_set_clear(&s.set, 0);
	expect(&s, "a=0 b=0 ");
	add(&s, 1, 2);
	add(&s, 2, 5);
	expect(&s, "a=0 b=2 c=5 ");
	agg_sample_deinit(&s);
}

static void clear_of_unkeyed(void **state)
{
	struct agg_sample s;

	(void)state;
	start(&s, AGG_count, 0);
	agg_set_clear(&s.set, 0);
	agg_sample_check(&s, 1, NULL, &by_value, "");
	add(&s, 0, 7);
	agg_set_clear(&s.set, 0);
	agg_sample_check(&s, 1, NULL, &by_value, "                0\n");
	agg_sample_deinit(&s);
}

/* printa(@a); clear(@a): firings between the two are printed next time. */
static void clear_drops_what_was_printed(void **state)
{
	struct agg_sample s;

	(void)state;
	start(&s, AGG_count, 1);
	s.set.record_ns = now_ns();
	add(&s, 0, 3);
	expect(&s, "a=3 ");
	add(&s, 0, 1);
	add(&s, 1, 1);
	agg_set_clear(&s.set, 0);
	expect(&s, "a=0 ");
	s.set.record_ns = UINT64_MAX;
	expect(&s, "a=1 b=1 ");
	agg_sample_deinit(&s);
}

/* A key that was learned after the print of the same time. */
static void clear_leaves_new_keys(void **state)
{
	const enum agg_func func = AGG_count;
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, &func, 1, 1);
	agg_sample_learn(&s, 0, 0, "a", 0);
	s.set.record_ns = now_ns();
	add(&s, 0, 3);
	add(&s, 1, 2);
	expect(&s, "a=3 ");
	agg_sample_learn(&s, 0, 1, "b", 0);
	agg_set_clear(&s.set, 0);
	expect(&s, "a=0 b=2 ");
	agg_sample_deinit(&s);
}

/* The record of the clear() is later than the print, its firing is not. */
static void clear_of_the_same_firing(void **state)
{
	struct agg_sample s;

	(void)state;
	start(&s, AGG_count, 1);
	s.set.record_ns = now_ns();
	s.set.firing_ns = 77;
	add(&s, 0, 3);
	expect(&s, "a=3 ");
	add(&s, 0, 1);
	s.set.record_ns = UINT64_MAX;
	agg_set_clear(&s.set, 0);
	s.set.firing_ns = 78;
	expect(&s, "a=1 ");
	add(&s, 0, 1);
	s.set.firing_ns = 79;
	agg_set_clear(&s.set, 0);
	expect(&s, "a=0 ");
	agg_sample_deinit(&s);
}

/* A later record without a print: everything until now goes. */
static void clear_alone_drops_all(void **state)
{
	struct agg_sample s;

	(void)state;
	start(&s, AGG_count, 1);
	s.set.record_ns = now_ns();
	add(&s, 0, 3);
	expect(&s, "a=3 ");
	add(&s, 0, 1);
	s.set.record_ns = UINT64_MAX;
	agg_set_clear(&s.set, 0);
	expect(&s, "a=0 ");
	agg_sample_deinit(&s);
}

/* Smaller values after a clear() show, for minimum and maximum too. */
static void clear_of_extremes(void **state)
{
	struct agg_sample s;
	uint64_t *cell;

	(void)state;
	start(&s, AGG_max, 1);
	s.set.record_ns = now_ns();
	cell = agg_sample_cell(&s, 0, 0, 0);
	cell[0] = agg_extreme_encode(false, 100);
	expect(&s, "a=100 ");
	cell[0] = agg_extreme_encode(false, 50);
	agg_set_clear(&s.set, 0);
	s.set.record_ns = UINT64_MAX;
	expect(&s, "a=50 ");
	agg_set_clear(&s.set, 0);
	expect(&s, "a=0 ");
	cell[1] = 1; /* the flag: the smallest value there is */
	expect(&s, "a=-9223372036854775808 ");
	agg_sample_deinit(&s);
}

/* ------------------------------------------------------------------ trunc */

static void check_trunc(int64_t keep, const char *expected)
{
	struct agg_sample s;

	start(&s, AGG_count, 1);
	add(&s, 0, 3);
	add(&s, 1, 1);
	add(&s, 2, 2);
	add(&s, 3, 2);
	agg_set_trunc(&s.set, 0, keep);
	expect(&s, expected);
	agg_sample_deinit(&s);
}

static void trunc_keeps_the_largest(void **state)
{
	(void)state;
	check_trunc(1, "a=3 ");
	check_trunc(2, "d=2 a=3 ");
	check_trunc(4, "b=1 c=2 d=2 a=3 ");
	check_trunc(INT64_MAX, "b=1 c=2 d=2 a=3 ");
}

static void negative_trunc_keeps_the_smallest(void **state)
{
	(void)state;
	check_trunc(-1, "b=1 ");
	check_trunc(-2, "b=1 c=2 ");
	check_trunc(INT64_MIN, "b=1 c=2 d=2 a=3 ");
}

static void trunc_to_nothing(void **state)
{
	(void)state;
	check_trunc(0, "");
}

static void truncated_keys_come_back_anew(void **state)
{
	struct agg_sample s;

	(void)state;
	start(&s, AGG_count, 1);
	add(&s, 0, 3);
	add(&s, 1, 4);
	agg_set_trunc(&s.set, 0, 1);
	add(&s, 0, 1);
	expect(&s, "a=1 b=4 ");
	agg_set_trunc(&s.set, 0, 0);
	expect(&s, "");
	add(&s, 1, 2);
	expect(&s, "b=2 ");
	agg_sample_deinit(&s);
}

static void trunc_drops_what_was_printed(void **state)
{
	struct agg_sample s;

	(void)state;
	start(&s, AGG_count, 1);
	s.set.record_ns = now_ns();
	add(&s, 0, 3);
	expect(&s, "a=3 ");
	add(&s, 0, 1);
	agg_set_trunc(&s.set, 0, 0);
	expect(&s, "");
	s.set.record_ns = UINT64_MAX;
	expect(&s, "a=1 ");
	agg_sample_deinit(&s);
}

/* -------------------------------------------------------------- normalize */

static void check_normal(enum agg_func func, const uint64_t *words,
			 uint64_t normal, const char *expected)
{
	struct agg_sample s;

	start(&s, func, 1);
	memcpy(agg_sample_cell(&s, 0, 0, 0), words,
	       agg_ops_table[func]->words * 8);
	assert_int_equal(agg_set_normalize(&s.set, 0, normal), 0);
	expect(&s, expected);
	agg_sample_deinit(&s);
}

static void numbers_are_divided(void **state)
{
#define WORDS(...) ((const uint64_t[]){ __VA_ARGS__ })
	(void)state;
	check_normal(AGG_count, WORDS(17), 5, "a=3 ");
	check_normal(AGG_count, WORDS(UINT64_MAX), 2, "a=9223372036854775807 ");
	check_normal(AGG_sum, WORDS(-17ull, 1), 5, "a=-3 ");
	check_normal(AGG_sum, WORDS(INT64_MIN, 1), 1,
		     "a=-9223372036854775808 ");
	check_normal(AGG_sum, WORDS(INT64_MIN, 1), UINT64_MAX, "a=0 ");
	check_normal(AGG_max, WORDS(agg_extreme_encode(false, -9), 0), 2,
		     "a=-4 ");
	check_normal(AGG_min, WORDS(agg_extreme_encode(true, 9), 0), 2, "a=4 ");
	/* the sum first, then the number of values */
	check_normal(AGG_avg, WORDS(2, 19), 5, "a=1 ");
	/* 0 and 200 by 10: as 0 and 20 */
	check_normal(AGG_stddev, WORDS(2, 200, 40000, 0), 10, "a=10 ");
}

static void normalize_and_back(void **state)
{
	struct agg_sample s;

	(void)state;
	start(&s, AGG_count, 1);
	add(&s, 0, 100);
	assert_int_equal(agg_set_normalize(&s.set, 0, 7), 0);
	expect(&s, "a=14 ");
	assert_int_equal(agg_set_normalize(&s.set, 0, 0), -EDOM);
	expect(&s, "a=14 ");
	add(&s, 0, 40);
	expect(&s, "a=20 ");
	assert_int_equal(agg_set_normalize(&s.set, 0, 1), 0);
	expect(&s, "a=140 ");
	agg_sample_deinit(&s);
}

/* Bars and order stay as they are. */
static void histograms_show_divided_counts(void **state)
{
	struct agg_sample s;
	uint64_t *cell;

	(void)state;
	start(&s, AGG_quantize, 0);
	cell = agg_sample_cell(&s, 0, 0, 0);
	cell[64] = 30;
	cell[65] = -10ull;
	agg_set_normalize(&s.set, 0, 4);
	agg_sample_check(&s, 1, NULL, &by_value,
			 HEADER "               0 " BLANK10 BLANK10
				"|" BLANK10 BLANK10 " 0        \n"
				"               1 " BLANK10 BLANK10 "|" AT10
				"@@@@@     "
				" 7        \n"
				"               2 " BLANK10
				"     @@@@@|" BLANK10 BLANK10 " -2       \n"
				"               4 " BLANK10 BLANK10
				"|" BLANK10 BLANK10 " 0        \n\n");
	agg_sample_deinit(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clear_keeps_keys),
		cmocka_unit_test(clear_of_unkeyed),
		cmocka_unit_test(clear_drops_what_was_printed),
		cmocka_unit_test(clear_leaves_new_keys),
		cmocka_unit_test(clear_of_the_same_firing),
		cmocka_unit_test(clear_alone_drops_all),
		cmocka_unit_test(clear_of_extremes),
		cmocka_unit_test(trunc_keeps_the_largest),
		cmocka_unit_test(negative_trunc_keeps_the_smallest),
		cmocka_unit_test(trunc_to_nothing),
		cmocka_unit_test(truncated_keys_come_back_anew),
		cmocka_unit_test(trunc_drops_what_was_printed),
		cmocka_unit_test(numbers_are_divided),
		cmocka_unit_test(normalize_and_back),
		cmocka_unit_test(histograms_show_divided_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
