// SPDX-License-Identifier: BSD-2-Clause
/*
 * Columns of trace() and of aggregation keys, hex dumps, order of keys.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "runtime/consume/text/datum.h"
#include "tests/unit/mem_ring.h"

struct datum_case {
	struct rec_field field;
	int64_t value; /* or: */
	const char *text;
	const char *traced, *quiet, *as_key;
};

#define PAD33 "                                 "

static const struct datum_case cases[] = {
	{ INT_FIELD(0, 8, true), -1, NULL, "                  -1", "-1",
	  "               -1" },
	{ INT_FIELD(0, 8, false), -1, NULL, " 18446744073709551615",
	  "18446744073709551615", "               -1" },
	{ INT_FIELD(0, 8, false), 1, NULL, "                    1", "1",
	  "                1" },
	{ INT_FIELD(0, 4, true), 1, NULL, "          1", "1", "        1" },
	{ INT_FIELD(0, 4, true), -7, NULL, "         -7", "-7", "       -7" },
	{ INT_FIELD(0, 4, false), -1, NULL, " 4294967295", "4294967295",
	  "       -1" },
	{ INT_FIELD(0, 2, true), -1, NULL, "    -1", "-1", "    -1" },
	{ INT_FIELD(0, 2, false), 7, NULL, "     7", "7", "     7" },
	{ INT_FIELD(0, 1, true), -1, NULL, "  -1", "-1", "  -1" },
	{ INT_FIELD(0, 1, false), 200, NULL, " 200", "200", " 200" },
	{ STRING_FIELD(0, 8), 0, "str",
	  "  str                              ", "str",
	  "  str                                               " },
	{ STRING_FIELD(0, 8), 0, "", "  " PAD33, "",
	  "                                                    " },
};

static void columns(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct datum_case *c = &cases[i];
		struct strbuf out = { 0 };
		uint8_t data[8] = { 0 };

		if (c->text)
			strcpy((char *)data, c->text);
		else
			memcpy(data, &c->value, sizeof(data));
		datum_print(&c->field, data, false, &out);
		assert_string_equal(strbuf_text(&out), c->traced);
		strbuf_clear(&out);
		datum_print(&c->field, data, true, &out);
		assert_string_equal(strbuf_text(&out), c->quiet);
		strbuf_clear(&out);
		datum_print_key(&c->field, data, &out);
		assert_string_equal(strbuf_text(&out), c->as_key);
		strbuf_deinit(&out);
	}
}

/* trace(1); trace((char)-1); trace((short)-1); trace(-1L); trace(1UL); ... */
static void columns_of_one_firing(void **state)
{
	static const struct {
		struct rec_field field;
		int64_t value;
	} row[] = {
		{ INT_FIELD(0, 4, true), 1 },
		{ INT_FIELD(0, 1, true), -1 },
		{ INT_FIELD(0, 2, true), -1 },
		{ INT_FIELD(0, 8, true), -1 },
		{ INT_FIELD(0, 8, false), 1 },
		{ STRING_FIELD(0, 8), 0x727473 },
		{ INT_FIELD(0, 1, false), 200 },
	};
	struct strbuf out = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		datum_print(&row[i].field, (const uint8_t *)&row[i].value,
			    false, &out);
	assert_string_equal(strbuf_text(&out),
			    "          1  -1    -1                  -1"
			    "                    1  str"
			    "                               200");
	strbuf_deinit(&out);
}

#define HEX_HEADER \
	"\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f" \
	"  0123456789abcdef\n"

static void hexdumps(void **state)
{
	static const uint8_t bytes[] = {
		0x34, 0x12, 0, 0, 0, 0, 0, 0, 0x76, 0x98, 0, 0,
		'a',  '~',  ' ', 0x7f, 'x',
	};
	const struct rec_field field = BYTES_FIELD(0, 12);
	struct strbuf out = { 0 };

	(void)state;
	datum_print(&field, bytes, false, &out);
	assert_string_equal(
		strbuf_text(&out),
		HEX_HEADER "         0: 34 12 00 00 00 00 00 00 76 98 00 00"
			   "              4.......v...\n");
	strbuf_clear(&out);
	datum_hexdump(bytes, sizeof(bytes), &out);
	assert_string_equal(
		strbuf_text(&out),
		HEX_HEADER
		"         0: 34 12 00 00 00 00 00 00 76 98 00 00 61 7e 20 7f"
		"  4.......v...a~ .\n"
		"        10: 78                                             "
		"  x\n");
	strbuf_clear(&out);
	datum_print_key(&field, bytes, &out);
	assert_int_equal(strncmp(strbuf_text(&out), HEX_HEADER,
				 strlen(HEX_HEADER)),
			 0);
	strbuf_deinit(&out);
}

static void keys_compare_by_sign_and_bytewise(void **state)
{
	const struct rec_field signed_field = INT_FIELD(0, 4, true);
	const struct rec_field int_field = INT_FIELD(0, 4, false);
	const struct rec_field text_field = STRING_FIELD(0, 4);
	const int32_t minus = -1, one = 1;

	(void)state;
	assert_true(datum_compare(&int_field, (const uint8_t *)&one,
				  (const uint8_t *)&minus) < 0);
	assert_true(datum_compare(&int_field, (const uint8_t *)&minus,
				  (const uint8_t *)&one) > 0);
	assert_int_equal(datum_compare(&int_field, (const uint8_t *)&one,
				       (const uint8_t *)&one),
			 0);
	assert_true(datum_compare(&signed_field, (const uint8_t *)&one,
				  (const uint8_t *)&minus) > 0);
	assert_true(datum_compare(&signed_field, (const uint8_t *)&minus,
				  (const uint8_t *)&one) < 0);
	assert_true(datum_compare(&text_field, (const uint8_t *)"ab\0",
				  (const uint8_t *)"b\0\0") < 0);
	assert_true(datum_compare(&text_field, (const uint8_t *)"a\0\0",
				  (const uint8_t *)"ab\0") < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns),
		cmocka_unit_test(columns_of_one_firing),
		cmocka_unit_test(hexdumps),
		cmocka_unit_test(keys_compare_by_sign_and_bytewise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
