// SPDX-License-Identifier: BSD-2-Clause
/*
 * Records of a ring policy: the newest of each CPU, in their order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "runtime/consume/recent.h"

static void add(struct recent *recent, unsigned int cpu, const char *text)
{
	struct ring_rec rec = {
		.cpu = cpu,
		.data = (const uint8_t *)text,
		.len_bytes = (uint32_t)strlen(text),
	};

	recent_add(recent, &rec);
}

static void assert_left(struct recent *recent, const char *wanted)
{
	struct strbuf got = { 0 };
	struct ring_rec rec;

	while (recent_next(recent, &rec))
		strbuf_printf(&got, "%u%.*s ", rec.cpu, (int)rec.len_bytes,
			      (const char *)rec.data);
	assert_string_equal(strbuf_text(&got), wanted);
	strbuf_deinit(&got);
	recent_deinit(recent);
}

static void order_is_kept(void **state)
{
	struct recent recent = { .limit_bytes = 1024 };

	(void)state;
	add(&recent, 3, "a");
	add(&recent, 0, "b");
	add(&recent, 3, "c");
	add(&recent, 1, "d");
	assert_left(&recent, "3a 0b 3c 1d ");
}

static void each_cpu_forgets_its_oldest(void **state)
{
	struct recent recent = { .limit_bytes = 48 }; /* three of 16 bytes */

	(void)state;
	add(&recent, 1, "x");
	for (char c = 'a'; c <= 'f'; c++)
		add(&recent, 0, (char[]){ c, '\0' });
	add(&recent, 1, "y");
	assert_left(&recent, "1x 0d 0e 0f 1y ");
}

static void newest_stays_however_large(void **state)
{
	struct recent recent = { .limit_bytes = 16 };

	(void)state;
	add(&recent, 0, "small");
	add(&recent, 0, "larger than the limit");
	assert_left(&recent, "0larger than the limit ");
}

static void nothing_is_left_of_none(void **state)
{
	struct recent recent = { .limit_bytes = 16 };

	(void)state;
	assert_left(&recent, "");
}

static void kept_and_never_taken_is_freed(void **state)
{
	struct recent recent = { .limit_bytes = 1024 };
	struct ring_rec rec;

	(void)state;
	add(&recent, 0, "a");
	add(&recent, 2, "b");
	assert_true(recent_next(&recent, &rec));
	recent_deinit(&recent);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_is_kept),
		cmocka_unit_test(each_cpu_forgets_its_oldest),
		cmocka_unit_test(newest_stays_however_large),
		cmocka_unit_test(nothing_is_left_of_none),
		cmocka_unit_test(kept_and_never_taken_is_freed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
