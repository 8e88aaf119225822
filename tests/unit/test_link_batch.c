// SPDX-License-Identifier: BSD-2-Clause
/* How many sites are attached by one call (runtime/kernel/link/link_batch.h). */
#include "runtime/kernel/link/link_batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_next(void **state)
{
	static const struct {
		size_t cnt;
		uint64_t ns;
		size_t next;
	} rows[] = {
		{ 1024, 10 * 1000 * 1000, LINK_BATCH_MAX }, /* nothing waits */
		{ 1024, 64 * 1000 * 1000, 4000 },
		{ 1024, 25600000000, LINK_BATCH_MIN }, /* 25 ms a site */
		{ 64, 1600000000, LINK_BATCH_MIN },
		{ 64, 640 * 1000, LINK_BATCH_MAX }, /* and it is quiet again */
		{ 16384, 512 * 1000 * 1000, 8000 },
		{ 1, 0, LINK_BATCH_MAX },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(link_batch_next(rows[i].cnt, rows[i].ns),
				 rows[i].next);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
