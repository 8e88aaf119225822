// SPDX-License-Identifier: BSD-2-Clause
/*
 * base/glob: what each kind of pattern matches.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/text/glob.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(globs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
