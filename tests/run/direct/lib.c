// SPDX-License-Identifier: BSD-2-Clause
/* A library with direct probes: see trouble.c. */
#include "sdt/direct_abi.h"
#include "storm.h"

/* The control block of the provider; its name ends with a hash: -DCONTROL. */
extern struct direct_control control __asm__(CONTROL)
	__attribute__((visibility("hidden")));

void lib_fire(unsigned long n);
struct direct_control *lib_control(void);

struct direct_control *lib_control(void)
{
	return &control;
}

void lib_fire(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		STORM_TICK((int)(i & 7), i);
}
