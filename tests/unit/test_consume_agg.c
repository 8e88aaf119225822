// SPDX-License-Identifier: BSD-2-Clause
/*
 * Aggregations: merge over CPUs, histograms byte for byte, order of rows,
 * printa() in all its forms.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <cmocka.h>

#include "runtime/consume/aggregation/agg_print.h"
#include "tests/unit/agg_sample.h"
#include "tests/unit/mem_ring.h"

static const struct agg_sort by_value;

/* ---------------------------------------------------------------- scalars */

/* One value from two CPUs' words. */
static void check_scalar(enum agg_func func,
			 const uint64_t words[AGG_SAMPLE_CPUS][2],
			 const char *expected)
{
	struct agg_sample s;

	agg_sample_init(&s, &func, 1, 0);
	for (uint32_t cpu = 0; cpu < AGG_SAMPLE_CPUS; cpu++)
		memcpy(agg_sample_cell(&s, 0, 0, cpu), words[cpu],
		       agg_ops_table[func]->words * 8);
	agg_sample_check(&s, 1, NULL, &by_value, expected);
	agg_sample_deinit(&s);
}

static void scalars_merge_over_cpus(void **state)
{
#define MAX(v) agg_extreme_encode(false, v), 1
#define MIN(v) agg_extreme_encode(true, v), 1
	(void)state;
	check_scalar(AGG_count, (uint64_t[2][2]){ { 1 }, { 0 } },
		     "                1\n");
	check_scalar(AGG_count, (uint64_t[2][2]){ { 1 }, { 2 } },
		     "                3\n");
	check_scalar(AGG_count, (uint64_t[2][2]){ { UINT64_MAX }, { 0 } },
		     " 18446744073709551615\n");
	check_scalar(AGG_sum, (uint64_t[2][2]){ { -5ull }, { 2 } },
		     "               -3\n");
	check_scalar(AGG_max, (uint64_t[2][2]){ { MAX(-5) }, { MAX(-7) } },
		     "               -5\n");
	check_scalar(AGG_max, (uint64_t[2][2]){ { 0, 0 }, { MAX(-7) } },
		     "               -7\n");
	check_scalar(AGG_max, (uint64_t[2][2]){ { MAX(INT64_MIN) }, { 0, 0 } },
		     " -9223372036854775808\n");
	check_scalar(AGG_min, (uint64_t[2][2]){ { MIN(5) }, { MIN(3) } },
		     "                3\n");
	check_scalar(AGG_min, (uint64_t[2][2]){ { MIN(INT64_MAX) }, { 0, 0 } },
		     " 9223372036854775807\n");
	check_scalar(AGG_avg, (uint64_t[2][2]){ { 2, 10 }, { 1, -3ull } },
		     "                2\n");
	check_scalar(AGG_avg, (uint64_t[2][2]){ { 2, -7ull }, { 0, 0 } },
		     "               -3\n");
}

static void nothing_stored_is_no_row(void **state)
{
	const uint64_t zero[AGG_SAMPLE_CPUS][2] = { { 0 } };

	(void)state;
	check_scalar(AGG_count, zero, "");
	check_scalar(AGG_max, zero, "");
	check_scalar(AGG_avg, zero, "");
}

static void zero_extremes_are_values(void **state)
{
	(void)state;
	check_scalar(AGG_max, (uint64_t[2][2]){ { MAX(0) }, { MAX(-1) } },
		     "                0\n");
	check_scalar(AGG_avg, (uint64_t[2][2]){ { 1, 0 }, { 0, 0 } },
		     "                0\n");
}

/* -------------------------------------------------------------- histograms */

struct bucket {
	int idx;
	int64_t count;
};

static void check_quantize(const struct bucket *buckets, size_t cnt,
			   const char *expected)
{
	uint64_t words[AGG_SAMPLE_WORDS] = { 0 };
	const struct agg_value value = {
		.ops = &agg_ops_quantize,
		.normal = 1,
		.words = words,
	};
	struct strbuf out = { 0 };

	for (size_t i = 0; i < cnt; i++)
		words[buckets[i].idx] = (uint64_t)buckets[i].count;
	agg_ops_quantize.print(&value, &out);
	assert_string_equal(strbuf_text(&out), expected);
	strbuf_deinit(&out);
}

#define QUANTIZE(expected, ...)                                   \
	check_quantize((struct bucket[]){ __VA_ARGS__ },          \
		       sizeof((struct bucket[]){ __VA_ARGS__ }) / \
			       sizeof(struct bucket),             \
		       expected)

static void histogram_of_one_bucket(void **state)
{
	(void)state;
	QUANTIZE(HEADER "               2 |" BLANK40 " 0        \n"
			"               4 |" AT40 " 1        \n"
			"               8 |" BLANK40 " 0        \n",
		 { 66, 1 });
}

static void histogram_of_several_buckets(void **state)
{
	(void)state;
	QUANTIZE(
		HEADER
		"              -2 |" BLANK40 " 0        \n"
		"              -1 |" AT10 BLANK10 BLANK10 BLANK10 " 1        \n"
		"               0 |" AT10 AT10 BLANK10 BLANK10 " 2        \n"
		"               1 |" BLANK40 " 0        \n"
		"               2 |" AT10 BLANK10 BLANK10 BLANK10 " 1        \n"
		"               4 |" BLANK40 " 0        \n",
		{ 62, 1 }, { 63, 2 }, { 65, 1 });
}

/* 1 of 3: 13.33 + 0.5 columns; 2 of 3: 26.66 + 0.5. */
static void histogram_bars_are_rounded(void **state)
{
	(void)state;
	QUANTIZE(HEADER
		 "               0 |" BLANK40 " 0        \n"
		 "               1 |@@@@@@@@@@@@@                           "
		 " 1        \n"
		 "               2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@             "
		 " 2        \n"
		 "               4 |" BLANK40 " 0        \n",
		 { 64, 1 }, { 65, 2 });
	/* 1 of 100 has 0.4 columns: none; 99 of 100: 39.6: all */
	QUANTIZE(HEADER "               0 |" BLANK40 " 0        \n"
			"               1 |" BLANK40 " 1        \n"
			"               2 |" AT40 " 99       \n"
			"               4 |" BLANK40 " 0        \n",
		 { 64, 1 }, { 65, 99 });
}

static void histogram_without_data(void **state)
{
	(void)state;
	QUANTIZE(HEADER "              -1 |" BLANK40 " 0        \n"
			"               0 |" BLANK40 " 0        \n"
			"               1 |" BLANK40 " 0        \n",
		 { 0, 0 });
}

static void histogram_of_negative_counts(void **state)
{
	(void)state;
	QUANTIZE(HEADER "               0 " BLANK40 "| 0        \n"
			"               1 " BLANK10 AT10 AT10 AT10
			"| -3       \n"
			"               2 " BLANK10 BLANK10 BLANK10 AT10
			"| -1       \n"
			"               4 " BLANK40 "| 0        \n",
		 { 64, -3 }, { 65, -1 });
}

static void histogram_of_both_signs(void **state)
{
	(void)state;
	QUANTIZE(HEADER "               0 " BLANK10 BLANK10 "|" BLANK10 BLANK10
			" 0        \n"
			"               1 " BLANK10 AT10 "|" BLANK10 BLANK10
			" -1       \n"
			"               2 " BLANK10 BLANK10 "|" AT10 BLANK10
			" 1        \n"
			"               4 " BLANK10 BLANK10 "|" BLANK10 BLANK10
			" 0        \n",
		 { 64, -1 }, { 65, 1 });
}

static void histogram_at_the_ends(void **state)
{
	(void)state;
	QUANTIZE(HEADER "-4611686018427387904 |" AT40 " 1        \n"
			"-2305843009213693952 |" BLANK40 " 0        \n",
		 { 0, 1 });
	QUANTIZE(HEADER "2305843009213693952 |" BLANK40 " 0        \n"
			"4611686018427387904 |" AT40 " 1234567890123\n",
		 { 126, 1234567890123 });
}

static void histogram_row_of_a_key(void **state)
{
	const enum agg_func func = AGG_quantize;
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, &func, 1, 1);
	agg_sample_learn(&s, 0, 0, "cat", 0);
	agg_sample_cell(&s, 0, 0, 0)[66] = 1;
	agg_sample_cell(&s, 0, 0, 1)[66] = 2;
	agg_sample_check(
		&s, 1, NULL, &by_value,
		"  cat                                               " HEADER
		"               2 |" BLANK40 " 0        \n"
		"               4 |" AT40 " 3        \n"
		"               8 |" BLANK40 " 0        \n\n");
	agg_sample_check(&s, 1, "%s:%@d<\n", &by_value,
			 "cat:" HEADER "               2 |" BLANK40
			 " 0        \n"
			 "               4 |" AT40 " 3        \n"
			 "               8 |" BLANK40 " 0        \n<\n");
	agg_sample_deinit(&s);
}

static void histograms_sort_by_weighted_sum(void **state)
{
	const enum agg_func func = AGG_quantize;
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, &func, 1, 1);
	agg_sample_learn(&s, 0, 0, "big", 0);
	agg_sample_learn(&s, 0, 1, "small", 0);
	agg_sample_learn(&s, 0, 2, "zeros", 0);
	agg_sample_learn(&s, 0, 3, "minus", 0);
	agg_sample_cell(&s, 0, 0, 0)[70] = 1;
	agg_sample_cell(&s, 0, 1, 0)[64] = 5;
	agg_sample_cell(&s, 0, 2, 0)[63] = 9;
	agg_sample_cell(&s, 0, 3, 0)[62] = 1;
	agg_sample_check(&s, 1, "%s ", &by_value, "minus zeros small big ");
	agg_sample_deinit(&s);
}

/* ------------------------------------------------------- rows, sort, joins */

static void set_count(struct agg_sample *s, uint32_t id, uint32_t slot,
		      const char *text, int32_t number, uint64_t count)
{
	agg_sample_learn(s, id, slot, text, number);
	agg_sample_cell(s, id, slot, slot % AGG_SAMPLE_CPUS)[0] = count;
}

static void rows_of_string_and_number(void **state)
{
	const enum agg_func func = AGG_sum;
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, &func, 1, 2);
	set_count(&s, 0, 0, "x", 1, 5);
	agg_sample_check(&s, 1, NULL, &by_value,
			 "  x                                                 "
			 "        1                5\n");
	agg_sample_deinit(&s);
}

static void rows_sort_as_options_say(void **state)
{
	static const struct {
		struct agg_sort sort;
		const char *expected;
	} cases[] = {
		{ { 0 }, "b1=1 a2=2 b2=2 a1=3 " },
		{ { .is_reverse = true }, "a1=3 b2=2 a2=2 b1=1 " },
		{ { .by_key = true }, "a1=3 a2=2 b1=1 b2=2 " },
		{ { .by_key = true, .is_reverse = true },
		  "b2=2 b1=1 a2=2 a1=3 " },
		{ { .by_key = true, .key_pos = 1 }, "a1=3 b1=1 a2=2 b2=2 " },
		{ { .key_pos = 1 }, "b1=1 a2=2 b2=2 a1=3 " },
		{ { .by_key = true, .key_pos = 7 }, "a1=3 a2=2 b1=1 b2=2 " },
	};
	const enum agg_func func = AGG_count;
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, &func, 1, 2);
	set_count(&s, 0, 0, "b", 2, 2);
	set_count(&s, 0, 1, "a", 1, 3);
	set_count(&s, 0, 2, "a", 2, 2);
	set_count(&s, 0, 3, "b", 1, 1);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		agg_sample_check(&s, 1, "%s%d=%@d ", &cases[i].sort,
				 cases[i].expected);
	agg_sample_deinit(&s);
}

static void values_sort_signed(void **state)
{
	const enum agg_func func = AGG_sum;
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, &func, 1, 1);
	set_count(&s, 0, 0, "one", 0, 1);
	set_count(&s, 0, 1, "minus", 0, -1ull);
	set_count(&s, 0, 2, "zero", 0, 0);
	set_count(&s, 0, 3, "nothing", 0, 0);
	agg_sample_cell(&s, 0, 2, 0)[1] = 1; /* the flag */
	agg_sample_check(&s, 1, "%s ", &by_value, "minus zero one ");
	agg_sample_deinit(&s);
}

static void several_aggregations_join_by_key(void **state)
{
	const enum agg_func funcs[] = { AGG_count, AGG_sum };
	const struct agg_sort by_second = { .agg_pos = 1 };
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, funcs, 2, 1);
	set_count(&s, 0, 0, "both", 0, 2);
	set_count(&s, 0, 1, "first", 0, 1);
	set_count(&s, 1, 0, "second", 0, 40);
	set_count(&s, 1, 1, "both", 0, 30);
	agg_sample_check(&s, 2, "%s %@d %@d\n", &by_value,
			 "second 0 40\nfirst 1 0\nboth 2 30\n");
	agg_sample_check(&s, 2, "%s %@d %@d\n", &by_second,
			 "first 1 0\nboth 2 30\nsecond 0 40\n");
	agg_sample_check(&s, 2, NULL, &by_value,
			 "  second                                            "
			 "                0               40\n"
			 "  first                                             "
			 "                1                0\n"
			 "  both                                              "
			 "                2               30\n");
	agg_sample_deinit(&s);
}

static void formats_consume_keys_and_values(void **state)
{
	const enum agg_func funcs[] = { AGG_count, AGG_sum };
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, funcs, 2, 2);
	set_count(&s, 0, 0, "k", 7, 2);
	set_count(&s, 1, 0, "k", 7, -3ull);
	/* keys that are not wanted are left out; the last value repeats */
	agg_sample_check(&s, 2, "%s|", &by_value, "k|");
	agg_sample_check(&s, 2, "%@d %s %@d %d %@d|", &by_value,
			 "2 k -3 7 -3|");
	agg_sample_check(&s, 1, "%@5d|%5@d|%-@5d|%@05x|", &by_value,
			 "    2|    2|2    |00002|");
	agg_sample_check(&s, 2, "%@u %@x\n", &by_value, "2 fffffffffffffffd\n");
	agg_sample_deinit(&s);
}

static void unkeyed_with_format(void **state)
{
	const enum agg_func funcs[] = { AGG_count, AGG_sum };
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, funcs, 2, 0);
	agg_sample_check(&s, 2, "%@d %@d\n", &by_value, "");
	agg_sample_cell(&s, 0, 0, 1)[0] = 3;
	agg_sample_check(&s, 2, "%@d %@d\n", &by_value, "3 0\n");
	agg_sample_check(&s, 2, NULL, &by_value,
			 "                3                0\n");
	agg_sample_deinit(&s);
}

static void rest_is_what_was_not_printed(void **state)
{
	const uint32_t second = 1;
	const enum agg_func funcs[] = { AGG_count, AGG_count, AGG_count };
	struct strbuf out = { 0 };
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, funcs, 3, 0);
	agg_sample_cell(&s, 0, 0, 0)[0] = 30;
	agg_sample_cell(&s, 1, 0, 0)[0] = 20;
	agg_sample_cell(&s, 2, 0, 0)[0] = 10;
	agg_set_print(&s.set, &second, 1, NULL, &by_value, &out);
	strbuf_clear(&out);
	agg_set_print_rest(&s.set, &by_value, &out);
	assert_string_equal(strbuf_text(&out),
			    "               30\n               10\n");
	strbuf_deinit(&out);
	agg_sample_deinit(&s);
}

static void print_without_rows_is_none(void **state)
{
	const uint32_t both[] = { 0, 1 };
	const enum agg_func funcs[] = { AGG_count, AGG_count };
	struct strbuf out = { 0 };
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, funcs, 2, 0);
	agg_set_print(&s.set, both, 2, NULL, &by_value, &out);
	agg_sample_cell(&s, 0, 0, 0)[0] = 30;
	agg_sample_cell(&s, 1, 0, 0)[0] = 20;
	agg_set_print_rest(&s.set, &by_value, &out);
	assert_string_equal(strbuf_text(&out),
			    "               30\n               20\n");
	strbuf_clear(&out);
	agg_set_print_rest(&s.set, &by_value, &out);
	assert_string_equal(strbuf_text(&out), "");
	strbuf_deinit(&out);
	agg_sample_deinit(&s);
}

static void senseless_keys_are_refused(void **state)
{
	const enum agg_func funcs[] = { AGG_count };
	const uint8_t key[16] = { 0 };
	struct agg_sample s;

	(void)state;
	agg_sample_init(&s, funcs, 1, 1);
	assert_int_equal(agg_set_learn(&s.set, 1, 0, key, 0), -EINVAL);
	assert_int_equal(agg_set_learn(&s.set, 0, AGG_SAMPLE_SLOTS, key, 0),
			 -EINVAL);
	assert_int_equal(agg_set_learn(&s.set, 0, AGG_SAMPLE_SLOTS - 1, key, 0),
			 0);
	assert_int_equal(agg_set_learn(&s.set, 0, AGG_SAMPLE_SLOTS - 1, key, 0),
			 0);
	assert_int_equal(s.set.aggs[0].slots.cnt, 1);
	agg_sample_deinit(&s);
	agg_sample_init(&s, funcs, 1, 0);
	assert_int_equal(agg_set_learn(&s.set, 0, 0, key, 0), -EINVAL);
	agg_sample_deinit(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scalars_merge_over_cpus),
		cmocka_unit_test(nothing_stored_is_no_row),
		cmocka_unit_test(zero_extremes_are_values),
		cmocka_unit_test(histogram_of_one_bucket),
		cmocka_unit_test(histogram_of_several_buckets),
		cmocka_unit_test(histogram_bars_are_rounded),
		cmocka_unit_test(histogram_without_data),
		cmocka_unit_test(histogram_of_negative_counts),
		cmocka_unit_test(histogram_of_both_signs),
		cmocka_unit_test(histogram_at_the_ends),
		cmocka_unit_test(histogram_row_of_a_key),
		cmocka_unit_test(histograms_sort_by_weighted_sum),
		cmocka_unit_test(rows_of_string_and_number),
		cmocka_unit_test(rows_sort_as_options_say),
		cmocka_unit_test(values_sort_signed),
		cmocka_unit_test(several_aggregations_join_by_key),
		cmocka_unit_test(formats_consume_keys_and_values),
		cmocka_unit_test(unkeyed_with_format),
		cmocka_unit_test(rest_is_what_was_not_printed),
		cmocka_unit_test(print_without_rows_is_none),
		cmocka_unit_test(senseless_keys_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
