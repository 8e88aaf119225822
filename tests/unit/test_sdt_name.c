// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names: which can be shown, how they are shown, and those of their macros.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sdt/name.h"

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
		strbuf_deinit(&sb);
	}
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
		cmocka_unit_test(showable_names), cmocka_unit_test(shown_names),
		cmocka_unit_test(macro_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
