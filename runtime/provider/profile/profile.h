/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of the profile provider: profile-997, tick-5s, profile-100msec.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_PROFILE_PROFILE_H
#define DTRACE_RUNTIME_PROVIDER_PROFILE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

/* With shorter intervals the machine would do little else. */
#define PROFILE_PERIOD_MIN_NS UINT64_C(200000)

/*
 * Parses the name of a probe. *@is_tick_ret: on one CPU instead of all;
 * *@period_ns_ret: time between two firings. Returns 0, -ENOENT: it is no such
 * name, -EINVAL: it has no number or an unknown unit, -ERANGE: the period is too
 * short, -EOVERFLOW: it is too long.
 */
int profile_parse(const char *name, bool *is_tick_ret,
		  uint64_t *period_ns_ret);

#endif
