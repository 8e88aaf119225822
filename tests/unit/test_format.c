// SPDX-License-Identifier: BSD-2-Clause
/*
 * Format strings cut into conversions.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/text/strbuf.h"
#include "lang/format.h"

static int parse(struct arena *arena, const char *text, struct fmt *fmt,
		 const char **error)
{
	return fmt_parse(arena, text, strlen(text), fmt, error);
}

/* One conversion as text: letter, flags, width.precision, size, agg. */
static void describe(const struct fmt_conv *conv, struct strbuf *out)
{
	static const char *const sizes[] = { "", "hh", "h", "l",
					     "ll", "L", "w" };

	strbuf_printf(out, "[%.*s]%c flags=%x %d.%d %s%s@%u-%u;",
		      (int)conv->text_len, conv->text, conv->letter,
		      conv->flags, conv->width, conv->precision,
		      sizes[conv->size], conv->is_agg ? " agg " : "",
		      conv->begin, conv->end);
}

static const struct {
	const char *format;
	const char *described;
} good[] = {
	{ "", "[]" },
	{ "plain", "[plain]" },
	{ "100%%", "[100%]" },
	{ "%%%%", "[%%]" },
	{ "%d", "[]d flags=0 -1.-1 @0-2;[]" },
	{ "a%db%sc", "[a]d flags=0 -1.-1 @1-3;[b]s flags=0 -1.-1 @4-6;[c]" },
	{ "%%%d%%", "[%]d flags=0 -1.-1 @2-4;[%]" },
	{ "%#0-+ '?d", "[]d flags=7f -1.-1 @0-9;[]" },
	{ "%5.3d", "[]d flags=0 5.3 @0-5;[]" },
	{ "%.d", "[]d flags=0 -1.0 @0-3;[]" },
	{ "%*.*d", "[]d flags=0 -2.-2 @0-5;[]" },
	{ "%-20s", "[]s flags=4 20.-1 @0-5;[]" },
	{ "%@d", "[]d flags=0 -1.-1  agg @0-3;[]" },
	{ "%@15d", "[]d flags=0 15.-1  agg @0-5;[]" },
	{ "%15@d", "[]d flags=0 15.-1  agg @0-5;[]" },
	{ "%-@15lld", "[]d flags=4 15.-1 ll agg @0-8;[]" },
	{ "%hhx%hx%lx%llx",
	  "[]x flags=0 -1.-1 hh@0-4;[]x flags=0 -1.-1 h@4-7;"
	  "[]x flags=0 -1.-1 l@7-10;[]x flags=0 -1.-1 ll@10-14;[]" },
	{ "%Lf%ws", "[]f flags=0 -1.-1 L@0-3;[]s flags=0 -1.-1 w@3-6;[]" },
	{ "%d%i%u%o%x%X%c%C%s%S%I%P%p%a%A%k%Y%T%e%E%f%g%G", NULL },
};

static void good_formats(void **state)
{
	struct arena arena;

	(void)state;
	arena_init(&arena);
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct strbuf out = { 0 };
		const char *error = NULL;
		struct fmt fmt;

		assert_int_equal(parse(&arena, good[i].format, &fmt, &error),
				 0);
		for (size_t j = 0; j < fmt.conv_cnt; j++)
			describe(&fmt.convs[j], &out);
		strbuf_printf(&out, "[%.*s]", (int)fmt.tail_len, fmt.tail);
		if (good[i].described)
			assert_string_equal(strbuf_text(&out),
					    good[i].described);
		else
			assert_int_equal(fmt.conv_cnt, FMT_CONV_CNT);
		strbuf_deinit(&out);
	}
	arena_deinit(&arena);
}

static void bad_formats(void **state)
{
	static const struct {
		const char *format;
		const char *error;
	} bad[] = {
		{ "%", "format conversion #1 has no letter" },
		{ "%d %", "format conversion #2 has no letter" },
		{ "%5", "format conversion #1 has no letter" },
		{ "%ll", "format conversion #1 has no letter" },
		{ "%z", "format conversion #1 has no known letter: %z" },
		{ "%-%", "format conversion #1 has no known letter: %%" },
		{ "%1$d", "format conversion #1 has a position, which D does "
			  "not support" },
		{ "%2147483648d", "format conversion #1 has a width or precision "
			     "that is too large" },
		{ "%.99999999999d", "format conversion #1 has a width or "
				    "precision that is too large" },
	};
	struct arena arena;

	(void)state;
	arena_init(&arena);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const char *error = NULL;
		struct fmt fmt = { .conv_cnt = 77 };

		assert_int_equal(parse(&arena, bad[i].format, &fmt, &error),
				 -EINVAL);
		assert_string_equal(error, bad[i].error);
		assert_int_equal(fmt.conv_cnt, 77);
	}
	arena_deinit(&arena);
}

static void classes_come_from_the_table(void **state)
{
	const char *error = NULL;
	struct arena arena;
	struct fmt fmt;

	(void)state;
	arena_init(&arena);
	assert_int_equal(parse(&arena, "%c%s%p%a%k%Y%g", &fmt, &error), 0);
	assert_int_equal(fmt.convs[0].class, FMT_CLASS_CHAR);
	assert_int_equal(fmt.convs[1].class, FMT_CLASS_STRING);
	assert_int_equal(fmt.convs[2].class, FMT_CLASS_ADDR);
	assert_int_equal(fmt.convs[3].class, FMT_CLASS_SYM);
	assert_int_equal(fmt.convs[4].class, FMT_CLASS_STACK);
	assert_int_equal(fmt.convs[5].class, FMT_CLASS_TIME);
	assert_int_equal(fmt.convs[6].class, FMT_CLASS_FLOAT);
	arena_deinit(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_formats),
		cmocka_unit_test(bad_formats),
		cmocka_unit_test(classes_come_from_the_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
