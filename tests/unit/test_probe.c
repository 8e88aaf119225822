// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/common/probe: the table of probes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "runtime/common/probe.h"

static void numbers_stay(void **state)
{
	struct probe_table table;
	const struct probe *first, *other;

	(void)state;
	probe_table_init(&table);
	first = probe_get(&table, "dtrace", "", "", "BEGIN");
	other = probe_get(&table, "py1", "python", "f", "gc-start");
	assert_int_equal(first->id, 1);
	assert_int_equal(other->id, 2);
	for (int i = 0; i < 1000; i++) {
		char name[16];

		snprintf(name, sizeof(name), "n%d", i);
		probe_get(&table, "p", "m", "f", name);
	}
	assert_ptr_equal(probe_get(&table, "py1", "python", "f", "gc-start"),
			 other);
	assert_int_equal(table.probes.cnt, 1002);
	probe_table_deinit(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_stay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
