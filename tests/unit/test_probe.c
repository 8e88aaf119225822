// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/common/probe: globs and the table of probes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "runtime/common/probe.h"

static const struct {
	const char *pattern, *text;
	bool matches;
} rows[] = {
	{ "", "anything", true },
	{ "", "", true },
	{ "read", "read", true },
	{ "read", "reads", false },
	{ "reads", "read", false },
	{ "*", "", true },
	{ "*", "x", true },
	{ "r*d", "rd", true },
	{ "r*d", "read", true },
	{ "r*d", "reads", false },
	{ "*a*b*", "xxaxxbxx", true },
	{ "*a*b*", "xxbxxaxx", false },
	{ "a*a*a", "aaaa", true },
	{ "a*a*a", "aa", false },
	{ "?", "", false },
	{ "?", "x", true },
	{ "a?c", "abc", true },
	{ "[abc]", "b", true },
	{ "[abc]", "d", false },
	{ "[a-c]x", "bx", true },
	{ "[!a-c]", "b", false },
	{ "[!a-c]", "d", true },
	{ "[]]", "]", true },
	{ "[a-]", "-", true },
	{ "[", "[", true },
	{ "[ab", "[ab", true },
	{ "\\*", "*", true },
	{ "\\*", "x", false },
	{ "[\\]]", "]", true },
	{ "*[0-9]", "python123", true },
	{ "python*", "python123", true },
	{ "\\", "\\", true },
	{ "**", "x", true },
};

static void globs(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (glob_match(rows[i].pattern, rows[i].text) !=
		    rows[i].matches)
			fail_msg("glob_match(\"%s\", \"%s\")", rows[i].pattern,
				 rows[i].text);
	assert_true(glob_is_plain("read"));
	assert_false(glob_is_plain(""));
	assert_false(glob_is_plain("re*"));
}

static void numbers_stay(void **state)
{
	struct probe_table table;
	const struct probe *first, *other;

	(void)state;
	probe_table_init(&table);
	first = probe_get(&table, "dtrace", "", "", "BEGIN");
	other = probe_get(&table, "py1", "python", "f", "gc-start");
	assert_int_equal(first->id, 1);
	assert_int_equal(other->id, 2);
	for (int i = 0; i < 1000; i++) {
		char name[16];

		snprintf(name, sizeof(name), "n%d", i);
		probe_get(&table, "p", "m", "f", name);
	}
	assert_ptr_equal(probe_get(&table, "py1", "python", "f", "gc-start"),
			 other);
	assert_int_equal(table.probes.cnt, 1002);
	probe_table_deinit(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(globs),
		cmocka_unit_test(numbers_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
