// SPDX-License-Identifier: BSD-2-Clause
#include "base/system/cpu_binding.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>

enum { CPU_MAX = 8192 }; /* the most that Linux can be built for on x86-64 */

static union {
	cpu_set_t set;
	char bytes[CPU_MAX / 8];
} begin, one;
static bool is_bound;

int cpu_binding_set(size_t cpu)
{
	if (cpu >= CPU_MAX)
		return -EINVAL;
	if (!is_bound && sched_getaffinity(0, sizeof(begin), &begin.set))
		return -errno;
	CPU_ZERO_S(sizeof(one), &one.set);
	CPU_SET_S(cpu, sizeof(one), &one.set);
	if (sched_setaffinity(0, sizeof(one), &one.set))
		return -errno;
	is_bound = true;
	return 0;
}

void cpu_binding_restore(void)
{
	if (is_bound)
		(void)sched_setaffinity(0, sizeof(begin), &begin.set);
}
