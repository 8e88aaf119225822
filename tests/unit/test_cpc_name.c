// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/provider/cpc: names of probes, and the events that have names of
 * their own.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "runtime/provider/cpc/cpc.h"

enum { USER = 1, KERNEL = 2, ALL = USER | KERNEL };

static const struct {
	const char *name;
	int err;
	const char *event;
	int modes;
	bool has_mask;
	uint64_t mask, count;
} rows[] = {
	{ "page_faults-user-1", 0, "page_faults", USER, false, 0, 1 },
	{ "cpu_clock-all-50000000", 0, "cpu_clock", ALL, false, 0, 50000000 },
	{ "PAPI_tot_cyc-kernel-100000", 0, "PAPI_tot_cyc", KERNEL, false, 0, 100000 },
	{ "L2_RQSTS.MISS-user-5000", 0, "L2_RQSTS.MISS", USER, false, 0, 5000 },
	{ "BU_fill_req_missed_L2-all-0x7-10000", 0, "BU_fill_req_missed_L2", ALL, true, 7, 10000 },
	{ "x-user-0xfF-5000", 0, "x", USER, true, 0xff, 5000 },
	{ "x-user-0x0-5000", 0, "x", USER, true, 0, 5000 },
	{ "x-user-0xffffffffffffffff-1", 0, "x", USER, true, UINT64_MAX, 1 },
	{ "x-user-0x10000000000000000-1", -ERANGE, NULL, 0, false, 0, 0 },
	{ "x-user-0", 0, "x", USER, false, 0, 0 },
	{ "x-user-0010", 0, "x", USER, false, 0, 10 },
	{ "user-user-1", 0, "user", USER, false, 0, 1 },
	{ "x-all-9223372036854775807", 0, "x", ALL, false, 0, INT64_MAX },
	{ "x-all-9223372036854775808", -ERANGE, NULL, 0, false, 0, 0 },
	{ "x-all-99999999999999999999", -ERANGE, NULL, 0, false, 0, 0 },
	{ "x-all-99999999999999999999z", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-usr-1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-User-1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-users-1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-1-", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-1-2", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-1k", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user--1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-+1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user- 1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-0x7", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-0x7-", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-0x-1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-0x0x7-1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-0x7-0x7-1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "x-user-7-1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "page-faults-user-1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "-user-1", -ENOENT, NULL, 0, false, 0, 0 },
	{ "profile-97", -ENOENT, NULL, 0, false, 0, 0 },
	{ "page_faults", -ENOENT, NULL, 0, false, 0, 0 },
	{ "", -ENOENT, NULL, 0, false, 0, 0 },
};

static void names(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct cpc_name got = { 0 };
		int err = cpc_parse(rows[i].name, &got);
		int modes = (got.in_user ? USER : 0) | (got.in_kernel ? KERNEL : 0);

		if (err != rows[i].err)
			fail_msg("%s: %d, expected %d", rows[i].name, err, rows[i].err);
		if (err)
			continue;
		if (got.event_len != strlen(rows[i].event) ||
		    strncmp(got.event, rows[i].event, got.event_len) ||
		    modes != rows[i].modes || got.has_mask != rows[i].has_mask ||
		    got.mask != rows[i].mask || got.count != rows[i].count)
			fail_msg("%s: is read as %.*s, modes %d, mask %llx, count %llu",
				 rows[i].name, (int)got.event_len, got.event, modes,
				 (unsigned long long)got.mask,
				 (unsigned long long)got.count);
	}
}

/* Each row is found by its name, has a name that parses, and is the only one. */
static void events(void **state)
{
	const struct cpc_event *event;

	(void)state;
	for (size_t i = 0; (event = cpc_event_at(i)); i++) {
		assert_ptr_equal(cpc_event_find(event->name), event);
		assert_null(strchr(event->name, '-'));
		assert_true(event->min >= 1 && event->listed >= event->min);
		if (!cpc_is_hardware(event))
			assert_ptr_equal(cpc_event_of_config(event->config), event);
		for (size_t k = 0; k < i; k++)
			if (cpc_event_at(k)->type == event->type)
				assert_true(cpc_event_at(k)->config != event->config);
	}
	assert_null(cpc_event_find("page-faults"));
	assert_null(cpc_event_of_config(9)); /* PERF_COUNT_SW_DUMMY */
}

static void presets(void **state)
{
	(void)state;
	assert_string_equal(cpc_event_find("PAPI_tot_cyc")->name, "cpu_cycles");
	assert_string_equal(cpc_event_find("PAPI_TOT_INS")->name, "instructions");
	assert_string_equal(cpc_event_find("PAPI_tlb_im")->name, "iTLB_load_misses");
	assert_null(cpc_event_find("PAPI_l2_dcm"));
	assert_true(cpc_is_other_preset("PAPI_l2_dcm"));
	assert_true(cpc_is_other_preset("PAPI_L2_DCM"));
	assert_false(cpc_is_other_preset("PAPI_tot_cyc"));
	assert_false(cpc_is_other_preset("PAPI_nosuch"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(events),
		cmocka_unit_test(presets),
	};

	return cmocka_run_group_tests_name("cpc_name", tests, NULL, NULL);
}
