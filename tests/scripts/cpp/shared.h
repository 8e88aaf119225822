/* SPDX-License-Identifier: BSD-2-Clause */
/* For the scripts beside it that use #include */
#ifndef DTRACE_TESTS_SCRIPTS_CPP_SHARED_H
#define DTRACE_TESTS_SCRIPTS_CPP_SHARED_H

#define KB(n) ((n) / 1024)
#define FLAG(value, bit, text) ((value) & (bit) ? (text) : "")
#define HEAD printf("%-10s %6s\n", "NAME", "COUNT")

enum level { LOW, MIDDLE, HIGH };

struct pair {
	int first;
	int second;
};

#endif
