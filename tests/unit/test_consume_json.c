// SPDX-License-Identifier: BSD-2-Clause
/*
 * JSON: what must be escaped, what is UTF-8 and what is not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "runtime/consume/format/json.h"

/* A text with a NUL inside needs its length. */
struct text_case {
	const char *text;
	size_t len;
	const char *json;
};

#define TEXT(text, json) { text, sizeof(text) - 1, json }

static const struct text_case cases[] = {
	TEXT("", "\"\""),
	TEXT("plain text", "\"plain text\""),
	TEXT("\"\\/", "\"\\\"\\\\/\""),
	TEXT("\b\t\n\f\r", "\"\\b\\t\\n\\f\\r\""),
	TEXT("\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\""),
	TEXT("a\0b", "\"a\\u0000b\""),
	TEXT("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
	     "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\""),
	/* alone, truncated, overlong, surrogate, above U+10FFFF */
	TEXT("\x80", "{\"bytes\":\"80\"}"),
	TEXT("a\xe2\x82", "{\"bytes\":\"61e282\"}"),
	TEXT("\xc0\xaf", "{\"bytes\":\"c0af\"}"),
	TEXT("\xe0\x80\xaf", "{\"bytes\":\"e080af\"}"),
	TEXT("\xed\xa0\x80", "{\"bytes\":\"eda080\"}"),
	TEXT("\xf4\x90\x80\x80", "{\"bytes\":\"f4908080\"}"),
	TEXT("\xff", "{\"bytes\":\"ff\"}"),
	TEXT("\xc3(", "{\"bytes\":\"c328\"}"),
};

static void texts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct strbuf out = { 0 };

		json_put_text(cases[i].text, cases[i].len, &out);
		assert_string_equal(strbuf_text(&out), cases[i].json);
		strbuf_deinit(&out);
	}
}

static void numbers(void **state)
{
	struct strbuf out = { 0 };

	(void)state;
	json_put_int(INT64_MIN, &out);
	strbuf_putc(&out, ' ');
	json_put_uint(UINT64_MAX, &out);
	strbuf_putc(&out, ' ');
	json_put_int(0, &out);
	assert_string_equal(strbuf_text(&out),
			    "-9223372036854775808 18446744073709551615 0");
	strbuf_deinit(&out);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
		cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
