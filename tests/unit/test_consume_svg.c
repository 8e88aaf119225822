// SPDX-License-Identifier: BSD-2-Clause
/*
 * Pictures: escaped text, the tree of a flame graph, columns that are joined.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "runtime/consume/format/svg.h"

static void escapes(void **state)
{
	static const char text[] = "<a>&\"\x01\xff\xc3\xa4\xef\xbf\xbe";
	struct strbuf out = { 0 };

	(void)state;
	svg_put_text(text, sizeof(text) - 1, &out);
	assert_string_equal(strbuf_text(&out),
			    "&lt;a&gt;&amp;&quot;\xef\xbf\xbd\xef\xbf\xbd"
			    "\xc3\xa4\xef\xbf\xbd");
	strbuf_deinit(&out);
}

static size_t count_of(const char *text, const char *what)
{
	size_t cnt = 0;

	for (; (text = strstr(text, what)); text++)
		cnt++;
	return cnt;
}

/* Lines without a value above 0 are none; frames of one name are one. */
static void tree(void **state)
{
	struct strbuf out = { 0 };

	(void)state;
	assert_int_equal(flame_draw("a;b 1\nno value\na;c -5\na;b;d 0\na;b 1\n"
				    "z 2\n\n3\na;aa 4", "t", &out), 1);
	assert_int_equal(count_of(strbuf_text(&out), "<title>"), 5);
	assert_non_null(strstr(out.text, "<title>all (8, 100.00%)</title>"));
	assert_non_null(strstr(out.text,
			       "data-x=\"0.000000000\" data-w=\"0.750000000\" "
			       "data-d=\"1\"><title>a (6, 75.00%)</title>"));
	assert_non_null(strstr(out.text,
			       "data-x=\"0.500000000\" data-w=\"0.250000000\" "
			       "data-d=\"2\"><title>b (2, 25.00%)</title>"));
	assert_non_null(strstr(out.text, "data-d=\"2\"><title>aa (4"));
	assert_non_null(strstr(out.text, "data-d=\"1\"><title>z (2"));
	strbuf_deinit(&out);
}

static void empty(void **state)
{
	struct strbuf out = { 0 };

	(void)state;
	assert_int_equal(flame_draw("", "t", &out), 0);
	assert_int_equal(count_of(strbuf_text(&out), "<title>"), 0);
	assert_int_equal(count_of(out.text, "</svg>"), 1);
	strbuf_deinit(&out);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(escapes),
		cmocka_unit_test(tree),
		cmocka_unit_test(empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
