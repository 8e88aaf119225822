// SPDX-License-Identifier: BSD-2-Clause
/*
 * base/printable: what of a name is shown as it is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/text/printable.h"
#include "base/text/utf8.h"

static const struct {
	const char *name, *shown;
} samples[] = {
	{ "", "" },
	{ "main", "main" },
	{ "a b;c\\d\"", "a b;c\\d\"" },
	{ "\033[31m", "\\033[31m" },
	{ "a\nb\tc\rd\177", "a\\012b\\011c\\015d\\177" },
	{ "\x9b"
	  "31m",
	  "\\23331m" }, /* CSI of 8 bits */
	{ "\xc2\x9b"
	  "31m",
	  "\\302\\23331m" }, /* ... as UTF-8 */
	{ "\xc2\x80\xc2\x9f\xc2\xa0", "\\302\\200\\302\\237\xc2\xa0" },
	{ "\xc3\xa9t\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80",
	  "\xc3\xa9t\xc3\xa9 \xe4\xb8\xad \xf0\x9f\x98\x80" },
	{ "\xe9t\xe9", "\\351t\\351" }, /* ISO 8859-1 */
	{ "\xc3", "\\303" },
	{ "\xc0\xaf", "\\300\\257" }, /* '/' in two bytes */
	{ "\xed\xa0\x80", "\\355\\240\\200" }, /* surrogate */
	{ "\xf4\x90\x80\x80", "\\364\\220\\200\\200" }, /* above U+10FFFF */
	{ "\xe2\x80\xae", "\\342\\200\\256" }, /* right to left override */
	{ "\xe2\x81\xa6\xe2\x81\xa9", "\\342\\201\\246\\342\\201\\251" },
	{ "\xd8\x9c\xe2\x80\x8e", "\\330\\234\\342\\200\\216" },
	{ "\xe2\x80\xa8", "\\342\\200\\250" }, /* line separator */
	{ "\xe2\x80\x93", "\xe2\x80\x93" }, /* en dash */
};

static void names_are_shown(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		struct strbuf out = { 0 }, room = { 0 };
		const char *text;

		printable_puts(samples[i].name, &out);
		assert_string_equal(strbuf_text(&out), samples[i].shown);
		text = printable_name(samples[i].name, &room);
		assert_string_equal(text, samples[i].shown);
		/* nothing is copied where nothing is changed */
		assert_int_equal(text == samples[i].name,
				 !strcmp(text, samples[i].name));
		strbuf_deinit(&out);
		strbuf_deinit(&room);
	}
}

static void white_space_of_data_stays(void **state)
{
	static const char data[] = " \t\n\v\f\r\a\b\033\0.";
	struct strbuf out = { 0 };

	(void)state;
	printable_add(data, sizeof(data) - 1, PRINTABLE_SPACE, &out);
	assert_string_equal(strbuf_text(&out), " \t\n\v\f\r\a\b\\033\\000.");
	strbuf_deinit(&out);
}

/* Every byte pair: what comes out is UTF-8 without control characters. */
static void all_pairs_are_safe(void **state)
{
	(void)state;
	for (unsigned int pair = 0; pair < 65536; pair++) {
		const char name[] = { (char)(pair >> 8), (char)pair };
		struct strbuf out = { 0 };

		printable_add(name, sizeof(name), "", &out);
		for (size_t i = 0, step; i < out.len; i += step) {
			step = utf8_len(out.text + i, out.len - i);
			assert_true(step);
			assert_true(printable_is_shown(out.text + i, step));
		}
		strbuf_deinit(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_shown),
		cmocka_unit_test(white_space_of_data_stays),
		cmocka_unit_test(all_pairs_are_safe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
