// SPDX-License-Identifier: BSD-2-Clause
/* A library with direct probes: see trouble.c. */
#include "storm.h"

void lib_fire(unsigned long n);

void lib_fire(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		STORM_TICK((int)(i & 7), i);
}
