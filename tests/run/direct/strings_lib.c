// SPDX-License-Identifier: BSD-2-Clause
/* A library with direct probes that pass strings: see strings.c. */
#include "storm.h"

void lib_fire(const char *of_program, unsigned long n);

void lib_fire(const char *of_program, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++) {
		STORM_TEXT((char *)"of the library", "constant", 0);
		STORM_TEXT((char *)"", "constant", 1);
		STORM_TEXT((char *)of_program, "constant", 2);
	}
}
