// SPDX-License-Identifier: BSD-2-Clause
/*
 * runtime/provider/profile/profile_name: names of clocks and their periods.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "runtime/provider/profile/profile.h"

static const struct {
	const char *name;
	int err;
	bool is_tick;
	uint64_t period_ns;
} rows[] = {
	{ "profile-97", 0, false, 10309278 },
	{ "profile-997hz", 0, false, 1003009 },
	{ "profile-5000", 0, false, 200000 },
	{ "profile-5001", -ERANGE, false, 0 },
	{ "tick-1", 0, true, 1000000000 },
	{ "tick-0", -ERANGE, true, 0 },
	{ "tick-0s", -ERANGE, true, 0 },
	{ "tick-200us", 0, true, 200000 },
	{ "tick-200usec", 0, true, 200000 },
	{ "tick-199us", -ERANGE, true, 0 },
	{ "tick-200000ns", 0, true, 200000 },
	{ "tick-200000nsec", 0, true, 200000 },
	{ "tick-199999ns", -ERANGE, true, 0 },
	{ "tick-10ms", 0, true, 10000000 },
	{ "tick-10msec", 0, true, 10000000 },
	{ "tick-5s", 0, true, 5000000000 },
	{ "tick-5sec", 0, true, 5000000000 },
	{ "tick-2m", 0, true, 120000000000 },
	{ "tick-2min", 0, true, 120000000000 },
	{ "tick-1h", 0, true, 3600000000000 },
	{ "tick-1hour", 0, true, 3600000000000 },
	{ "tick-1d", 0, true, 86400000000000 },
	{ "tick-106751day", 0, true, 9223286400000000000u },
	{ "tick-106752d", -EOVERFLOW, true, 0 },
	{ "tick-99999999999999999999s", -EOVERFLOW, true, 0 },
	{ "tick-99999999999999999999", -ERANGE, true, 0 },
	{ "tick-0010ms", 0, true, 10000000 },
	{ "tick-", -EINVAL, true, 0 },
	{ "tick", -ENOENT, true, 0 },
	{ "tick-s", -EINVAL, true, 0 },
	{ "tick--5", -EINVAL, true, 0 },
	{ "tick-+5", -EINVAL, true, 0 },
	{ "tick- 5", -EINVAL, true, 0 },
	{ "tick-5 s", -EINVAL, true, 0 },
	{ "tick-5S", -EINVAL, true, 0 },
	{ "tick-1.5s", -EINVAL, true, 0 },
	{ "ticks-5", -ENOENT, true, 0 },
	{ "profile_97", -ENOENT, false, 0 },
	{ "entry", -ENOENT, false, 0 },
	{ "", -ENOENT, false, 0 },
};

static void names(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint64_t period_ns = 1;
		bool is_tick = false;
		int err = profile_parse(rows[i].name, &is_tick, &period_ns);

		if (err != rows[i].err)
			fail_msg("%s: %d, expected %d", rows[i].name, err,
				 rows[i].err);
		if (err)
			continue;
		if (is_tick != rows[i].is_tick ||
		    period_ns != rows[i].period_ns)
			fail_msg("%s: %llu", rows[i].name,
				 (unsigned long long)period_ns);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
	};

	return cmocka_run_group_tests_name("profile_name", tests, NULL, NULL);
}
