// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names of other tools, such as bpftrace. What one of them is in D is no guess
 * from its spelling, so it replaces any similar name that was found before.
 */
#include <string.h>

#include "lang/check/checker.h"

struct other_name {
	const char *name, *here;
};

static const struct other_name other_tools[] = {
#define OTHER_NAME(name, tool, here) { name, here },
#define OTHER_MEMBER(name, system, here)
#include "lang/table/other_tools.def"
#undef OTHER_NAME
#undef OTHER_MEMBER
};

static const struct other_name other_members[] = {
#define OTHER_NAME(name, tool, here)
#define OTHER_MEMBER(name, system, here) { name, here },
#include "lang/table/other_tools.def"
#undef OTHER_NAME
#undef OTHER_MEMBER
};

static void offer(struct nearest *nearest, const struct other_name *names,
		  size_t cnt)
{
	for (size_t i = 0; i < cnt; i++)
		if (!strcmp(names[i].name, nearest->written))
			nearest->best = names[i].here;
}

void other_tools_offer(struct nearest *nearest)
{
	offer(nearest, other_tools,
	      sizeof(other_tools) / sizeof(other_tools[0]));
}

void other_members_offer(struct nearest *nearest)
{
	offer(nearest, other_members,
	      sizeof(other_members) / sizeof(other_members[0]));
}
