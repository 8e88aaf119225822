#!/usr/sbin/dtrace -Cs
/*
 * A header for several scripts: its macros, types and enumerators.
 * @trigger loop 4
 * @args -I tests/scripts/cpp
 */
#pragma D option quiet
#include "shared.h"

struct pair both;

loop$target:::tick
{
	both.first = arg0;
	both.second += arg1;
	@[arg0 > 2 ? HIGH : arg0 > 0 ? MIDDLE : LOW] = count();
}

END
{
	HEAD;
	printa("%-10d %@6d\n", @);
	printf("%d, %d, %s%s\n", both.first, both.second, FLAG(3, 1, "one "), FLAG(3, 4, "four"));
	printf("%d KB\n", KB(4096));
}
