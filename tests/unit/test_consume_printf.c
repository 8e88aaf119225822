// SPDX-License-Identifier: BSD-2-Clause
/*
 * Every conversion of printf(), with flags, widths and precisions: one line
 * each, the format, the argument, the text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "runtime/consume/text/printf.h"
#include "tests/unit/mem_ring.h"

/* One integer argument of @size bytes. */
struct number_case {
	const char *format;
	uint32_t size;
	bool is_signed;
	int64_t value;
	const char *text;
};

static const struct number_case number_cases[] = {
	{ "%d", 4, true, 0, "0" },
	{ "%d", 4, true, -1, "-1" },
	{ "%i", 8, true, INT64_MIN, "-9223372036854775808" },
	{ "%d", 8, true, INT64_MAX, "9223372036854775807" },
	{ "%d", 8, false, -1, "18446744073709551615" },
	{ "%d", 4, false, -1, "4294967295" },
	{ "%d", 2, true, -2, "-2" },
	{ "%d", 2, false, -2, "65534" },
	{ "%d", 1, true, -1, "-1" },
	{ "%d", 1, false, 200, "200" },
	{ "%5d|", 4, true, -42, "  -42|" },
	{ "%-5d|", 4, true, -42, "-42  |" },
	{ "%05d", 4, true, -42, "-0042" },
	{ "%-05d|", 4, true, -42, "-42  |" },
	{ "%+d", 4, true, 42, "+42" },
	{ "% d", 4, true, 42, " 42" },
	{ "%+d", 4, false, 42, "42" },
	{ "%.5d", 4, true, -42, "-00042" },
	{ "%8.5d", 4, true, -42, "  -00042" },
	{ "%08.5d", 4, true, 42, "   00042" },
	{ "%.0d|", 4, true, 0, "|" },
	{ "%'d", 4, true, 1234567, "1234567" },
	{ "%'12d", 4, true, -1234567, "    -1234567" },
	{ "%hhd", 1, true, -3, "-3" },
	{ "%lld", 8, true, -3, "-3" },
	{ "%llu", 8, true, -1, "18446744073709551615" },
	{ "%u", 4, true, -1, "4294967295" },
	{ "%u", 1, true, -1, "255" },
	{ "%x", 1, true, -1, "ff" },
	{ "%x", 4, true, -1, "ffffffff" },
	{ "%x", 8, true, -1, "ffffffffffffffff" },
	{ "%X", 2, false, 0xabc, "ABC" },
	{ "%#x", 4, true, 255, "0xff" },
	{ "%#X", 4, true, 255, "0XFF" },
	{ "%#x", 4, true, 0, "0" },
	{ "%#010x", 4, true, 255, "0x000000ff" },
	{ "%-8x|", 4, true, 255, "ff      |" },
	{ "%o", 4, true, 8, "10" },
	{ "%#o", 4, true, 8, "010" },
	{ "%#o", 4, true, 0, "0" },
	{ "%#.0o", 4, true, 0, "0" },
	{ "%#.5o", 4, true, 8, "00010" },
	{ "%#.2o", 4, true, 8, "010" },
	{ "%o", 1, true, -1, "377" },
	{ "%p", 8, false, 0xffffffff81000000, "ffffffff81000000" },
	{ "%?p|", 8, false, 0x1234, "            1234|" },
	{ "%?x|", 4, true, 0x12, "              12|" },
	{ "%-?p|", 8, false, 0x1234, "1234            |" },
	{ "%c", 4, true, 'x', "x" },
	{ "%3c|", 1, true, 'x', "  x|" },
	{ "%-3c|", 1, true, 'x', "x  |" },
	{ "%C", 4, true, 'x', "x" },
	{ "%C", 4, true, '\n', "\\n" },
	{ "%C", 4, true, 0, "\\0" },
	{ "%C", 4, true, 0x1b, "\\033" },
	{ "%C", 1, false, 0xff, "\\377" },
	{ "%4C|", 4, true, '\t', "  \\t|" },
	{ "%lc", 4, true, 'x', "x" },
	{ "%wc", 4, true, 0xe9, "\u00e9" },
	{ "%lc", 1, true, -23, "\u00e9" },
	{ "%4lc|", 4, true, 0x20ac, " \u20ac|" },
	{ "%-5lc|", 4, true, 0x1f600, "\U0001f600 |" },
	{ "%lc", 4, true, 0xd800, "\ufffd" },
	{ "%lc", 4, true, -1, "\ufffd" },
	{ "%lC", 4, true, 0xe9, "\\303\\251" },
	{ "%wC", 4, true, '\n', "\\n" },
	{ "%Y", 8, true, 0, "1970 Jan  1 00:00:00" },
	{ "%Y", 8, true, 1700000000123456789, "2023 Nov 14 22:13:20" },
	{ "%Y", 8, true, (uint64_t)-86400000000000, "1969 Dec 31 00:00:00" },
	{ "%22Y|", 8, true, 0, "  1970 Jan  1 00:00:00|" },
	{ "%T", 8, true, 0, "Thu, 01 Jan 1970 00:00:00 UTC" },
	{ "%a", 8, false, 0xffffffff81000000, "0xffffffff81000000" },
	{ "%A", 8, false, 0x4005d0, "0x4005d0" },
	{ "100%%", 4, true, 0, "100%" },
	{ "%d%%\n", 4, true, 7, "7%\n" },
	{ "<%d>", 4, true, 7, "<7>" },
};

static char *print_with(struct arena *arena, const char *format,
			const struct rec_field *fields, size_t field_cnt,
			const void *data)
{
	struct strbuf out = { 0 };
	struct format_args args = {
		.fields = fields,
		.field_cnt = field_cnt,
		.data = data,
	};

	format_print(sample_format(arena, format), &args, &out);
	return strbuf_take(&out);
}

static void check_text(const char *format, char *text, const char *expected)
{
	if (strcmp(text, expected))
		fail_msg("%s: got \"%s\", expected \"%s\"", format, text,
			 expected);
	free(text);
}

static void numbers(void **state)
{
	struct arena arena;

	(void)state;
	setenv("LC_ALL", "C", 1); /* groups nothing */
	setenv("TZ", "UTC", 1);
	tzset();
	arena_init(&arena);
	for (size_t i = 0; i < sizeof(number_cases) / sizeof(number_cases[0]);
	     i++) {
		const struct number_case *c = &number_cases[i];
		struct rec_field field = INT_FIELD(0, c->size, c->is_signed);

		check_text(c->format,
			   print_with(&arena, c->format, &field, 1, &c->value),
			   c->text);
	}
	arena_deinit(&arena);
}

/* One string argument in 8 bytes, padded by NUL. */
static const struct text_case {
	const char *format;
	const char value[8];
	const char *text;
} text_cases[] = {
	{ "%s", "abc", "abc" },
	{ "%s", "", "" },
	{ "%s", { 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' }, "abcdefgh" },
	{ "%6s|", "abc", "   abc|" },
	{ "%-6s|", "abc", "abc   |" },
	{ "%2s|", "abc", "abc|" },
	{ "%.2s|", "abc", "ab|" },
	{ "%5.2s|", "abc", "   ab|" },
	{ "%-5.2s|", "abc", "ab   |" },
	{ "%.0s|", "abc", "|" },
	{ "%S", "abc", "abc" },
	{ "%S", "a\tb\n", "a\\tb\\n" },
	{ "%S", "\a\b\v\f\r", "\\a\\b\\v\\f\\r" },
	{ "%S", "\"\\", "\\\"\\\\" },
	{ "%S", "\1\xff", "\\001\\377" },
	{ "%6S|", "a\n", "   a\\n|" },
	{ "%.1S", "a\n", "a" },
};

static void texts(void **state)
{
	const struct rec_field field = STRING_FIELD(0, 8);
	struct arena arena;

	(void)state;
	arena_init(&arena);
	for (size_t i = 0; i < sizeof(text_cases) / sizeof(text_cases[0]); i++)
		check_text(text_cases[i].format,
			   print_with(&arena, text_cases[i].format, &field, 1,
				      text_cases[i].value),
			   text_cases[i].text);
	arena_deinit(&arena);
}

static void wide_texts(void **state)
{
	static const struct {
		const char *format;
		uint32_t value[4];
		const char *text;
	} cases[] = {
		{ "%ws", { 0x20ac, 'u', 0, 'x' }, "\u20acu" },
		{ "%ls", { 'a', 'b', 'c', 0x1f600 }, "abc\U0001f600" },
		{ "%6ls|", { 0x20ac, 'u' }, "  \u20acu|" },
		{ "%-6ws|", { 'u', 0xdfff }, "u\ufffd  |" },
		/* as in C, the precision counts bytes of whole characters */
		{ "%.3ws|", { 'a', 0x20ac, 'b' }, "a|" },
		{ "%.4ws|", { 'a', 0x20ac, 'b' }, "a\u20ac|" },
		{ "%ls|", { 0 }, "|" },
		{ "%lS", { 'a', '\n', 0xe9 }, "a\\n\\303\\251" },
	};
	const struct rec_field field = BYTES_FIELD(0, 16);
	struct arena arena;

	(void)state;
	arena_init(&arena);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_text(cases[i].format,
			   print_with(&arena, cases[i].format, &field, 1,
				      cases[i].value),
			   cases[i].text);
	check_text("%ls", print_with(&arena, "<%ls>", NULL, 0, ""), "<>");
	arena_deinit(&arena);
}

static void stars_take_arguments(void **state)
{
	static const struct {
		const char *format;
		int32_t values[3];
		const char *text;
	} cases[] = {
		{ "%*d|", { 5, 42 }, "   42|" },
		{ "%*d|", { -5, 42 }, "42   |" },
		{ "%.*d|", { 3, 42 }, "042|" },
		{ "%.*d|", { -3, 42 }, "42|" },
		{ "%*.*d|", { 6, 3, 42 }, "   042|" },
		{ "%d %d %d", { 1, 2, 3 }, "1 2 3" },
	};
	const struct rec_field fields[] = {
		INT_FIELD(0, 4, true),
		INT_FIELD(4, 4, true),
		INT_FIELD(8, 4, true),
	};
	struct arena arena;

	(void)state;
	arena_init(&arena);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_text(cases[i].format,
			   print_with(&arena, cases[i].format, fields, 3,
				      cases[i].values),
			   cases[i].text);
	arena_deinit(&arena);
}

static void huge_width_is_limited(void **state)
{
	const struct rec_field fields[] = {
		INT_FIELD(0, 4, true),
		INT_FIELD(4, 4, true),
	};
	const int32_t widths[] = { INT32_MAX, INT32_MIN };
	struct arena arena;

	(void)state;
	arena_init(&arena);
	for (int i = 0; i < 2; i++) {
		int32_t values[] = { widths[i], 1 };
		char *text = print_with(&arena, "%*d", fields, 2, values);

		assert_int_equal(strlen(text), 1 << 24);
		free(text);
	}
	for (int i = 0; i < 3; i++) {
		static const char *const formats[] = { "%70000d", "%-70000d",
						       "%.70000d" };
		char *text = print_with(&arena, formats[i], fields + 1, 1,
					&(int32_t[]){ 0, 7 });

		assert_int_equal(strlen(text), 70000);
		free(text);
	}
	arena_deinit(&arena);
}

static void floats(void **state)
{
	const struct rec_field as_double = BYTES_FIELD(0, 8);
	const struct rec_field as_float = BYTES_FIELD(0, 4);
	const double d = 3.25;
	const float f = -0.5f;
	struct arena arena;

	(void)state;
	arena_init(&arena);
	check_text("%f", print_with(&arena, "%f", &as_double, 1, &d),
		   "3.250000");
	check_text("%7.2f", print_with(&arena, "%7.2f", &as_double, 1, &d),
		   "   3.25");
	check_text("%e", print_with(&arena, "%e", &as_double, 1, &d),
		   "3.250000e+00");
	check_text("%E", print_with(&arena, "%E", &as_double, 1, &d),
		   "3.250000E+00");
	check_text("%-6g|", print_with(&arena, "%-6g|", &as_float, 1, &f),
		   "-0.5  |");
	check_text("%G", print_with(&arena, "%G", &as_float, 1, &f), "-0.5");
	arena_deinit(&arena);
}

static void frames(void **state)
{
	const struct rec_field field = BYTES_FIELD(0, 24);
	const uint64_t stack[] = { 0x400010, 0x400020, 0 };
	struct arena arena;

	(void)state;
	arena_init(&arena);
	check_text("%k", print_with(&arena, "%k", &field, 1, stack),
		   "\n0x400010\n0x400020\n");
	check_text("%-4k", print_with(&arena, "%-4k", &field, 1, stack),
		   "\n    0x400010\n    0x400020\n");
	arena_deinit(&arena);
}

static void missing_argument_is_nothing(void **state)
{
	struct arena arena;

	(void)state;
	arena_init(&arena);
	check_text("%d", print_with(&arena, "%d", NULL, 0, ""), "0");
	check_text("%s", print_with(&arena, "<%s>", NULL, 0, ""), "<>");
	check_text("%S", print_with(&arena, "<%S>", NULL, 0, ""), "<>");
	check_text("%@d", print_with(&arena, "<%@d>", NULL, 0, ""), "<>");
	arena_deinit(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(texts),
		cmocka_unit_test(wide_texts),
		cmocka_unit_test(stars_take_arguments),
		cmocka_unit_test(huge_width_is_limited),
		cmocka_unit_test(floats),
		cmocka_unit_test(frames),
		cmocka_unit_test(missing_argument_is_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
