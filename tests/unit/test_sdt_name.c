// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names: which are valid, how they are shown, what their macros are called.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sdt/name.h"

static void valid_names(void **state)
{
	char longest[66];

	(void)state;
	for (int i = 0; i < 65; i++)
		longest[i] = 'a';
	longest[64] = longest[65] = '\0';
	assert_true(sdt_name_valid("a"));
	assert_true(sdt_name_valid("_gc__done9"));
	assert_true(sdt_name_valid("gc-done"));
	assert_true(sdt_name_valid("a$b"));
	assert_true(sdt_name_valid(longest));
	longest[63] = '-'; /* two characters in C */
	assert_false(sdt_name_valid(longest));
	longest[63] = longest[64] = 'a';
	assert_false(sdt_name_valid(longest));
	assert_false(sdt_name_valid(""));
	assert_false(sdt_name_valid("9a"));
	assert_false(sdt_name_valid("-a"));
	assert_false(sdt_name_valid("a b"));
	assert_false(sdt_name_valid("a:b"));
	assert_false(sdt_name_valid("na\303\257ve"));
	assert_true(sdt_provider_valid("HaskellEvent"));
	assert_false(sdt_provider_valid("python3"));
	assert_false(sdt_provider_valid(""));
}

static void showable_names(void **state)
{
	(void)state;
	assert_true(sdt_name_showable("gc__start"));
	assert_true(sdt_name_showable("9lives.x"));
	assert_false(sdt_name_showable(""));
	assert_false(sdt_name_showable("a b"));
	assert_false(sdt_name_showable("a:b"));
	assert_false(sdt_name_showable("\033[31m"));
	assert_false(sdt_name_showable("\303\274"));
}

static void shown_names(void **state)
{
	static const char *const rows[][2] = {
		{ "a", "a" },
		{ "gc__start", "gc-start" },
		{ "gc_start", "gc_start" },
		{ "a___b", "a-_b" },
		{ "a____b", "a--b" },
		{ "__a__", "-a-" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct strbuf sb = { 0 };

		sdt_name_display(rows[i][0], &sb);
		assert_string_equal(strbuf_text(&sb), rows[i][1]);
		assert_true(sdt_name_matches(rows[i][0], rows[i][1]));
		strbuf_deinit(&sb);
	}
	assert_false(sdt_name_matches("gc__start", "gc__start"));
	assert_false(sdt_name_matches("gc__start", "gc-star"));
	assert_false(sdt_name_matches("gc__star", "gc-start"));
}

static void source_names(void **state)
{
	struct strbuf sb = { 0 };

	(void)state;
	sdt_name_source("gc-start-x", &sb);
	assert_string_equal(strbuf_text(&sb), "gc__start__x");
	strbuf_deinit(&sb);
}

static void macro_names(void **state)
{
	static const char *const rows[][3] = {
		{ "python", "gc__start", "PYTHON_GC_START" },
		{ "p", "a___b", "P_A__B" },
		{ "p", "gc-done", "P_GC_DONE" },
		{ "p__q", "x", "P__Q_X" },
		{ "Xserver", "client$1", "XSERVER_CLIENT$1" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct strbuf sb = { 0 };

		sdt_macro_name(rows[i][0], rows[i][1], &sb);
		assert_string_equal(strbuf_text(&sb), rows[i][2]);
		strbuf_deinit(&sb);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(valid_names), cmocka_unit_test(showable_names),
		cmocka_unit_test(shown_names), cmocka_unit_test(source_names),
		cmocka_unit_test(macro_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
