/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts profile-N[unit] and tick-N[unit] to a period. Without a unit, N is a
 * rate per second.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/provider/profile/profile.h"

#define SECOND_NS UINT64_C(1000000000)

/* Nanoseconds; 0: a rate per second. */
static const struct {
	const char *name;
	uint64_t ns;
} units[] = {
	{ "", 0 },
	{ "hz", 0 },
	{ "ns", 1 },
	{ "nsec", 1 },
	{ "us", 1000 },
	{ "usec", 1000 },
	{ "ms", 1000000 },
	{ "msec", 1000000 },
	{ "s", SECOND_NS },
	{ "sec", SECOND_NS },
	{ "m", 60 * SECOND_NS },
	{ "min", 60 * SECOND_NS },
	{ "h", 3600 * SECOND_NS },
	{ "hour", 3600 * SECOND_NS },
	{ "d", 86400 * SECOND_NS },
	{ "day", 86400 * SECOND_NS },
};

/* Returns 0, or an error of profile_parse(). */
static int period_of(uint64_t number, const char *unit, uint64_t *ret)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(units[i].name, unit))
			continue;
		if (!number)
			return -ERANGE;
		if (!units[i].ns)
			*ret = SECOND_NS / number;
		else if (__builtin_mul_overflow(number, units[i].ns, ret) ||
			 *ret > INT64_MAX)
			return -EOVERFLOW;
		return *ret < PROFILE_PERIOD_MIN_NS ? -ERANGE : 0;
	}
	return -EINVAL;
}

int profile_parse(const char *name, bool *is_tick_ret, uint64_t *period_ns_ret)
{
	bool is_tick = !strncmp(name, "tick-", 5);
	uint64_t number, period_ns;
	char *unit;
	int err;

	if (!is_tick && strncmp(name, "profile-", 8))
		return -ENOENT;
	name += is_tick ? 5 : 8;
	if (!isdigit((unsigned char)*name))
		return -EINVAL;
	number = strtoull(name, &unit, 10); /* or the largest */
	err = period_of(number, unit, &period_ns);
	if (err)
		return err;
	*is_tick_ret = is_tick;
	*period_ns_ret = period_ns;
	return 0;
}
