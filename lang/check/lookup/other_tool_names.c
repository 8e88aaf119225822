// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names of other tools, such as bpftrace. What one of them is in D is no guess
 * from its spelling, so it replaces any similar name that was found before.
 */
#include <string.h>

#include "lang/check/checker.h"

static const struct {
	const char *name, *here;
} other_tools[] = {
#define OTHER_NAME(name, tool, here) { name, here },
#include "lang/table/other_tools.def"
#undef OTHER_NAME
};

void other_tools_offer(struct nearest *nearest)
{
	for (size_t i = 0; i < sizeof(other_tools) / sizeof(other_tools[0]);
	     i++)
		if (!strcmp(other_tools[i].name, nearest->written))
			nearest->best = other_tools[i].here;
}
