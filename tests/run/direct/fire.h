/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What seccomp.c and trouble.c share: they count how often their probe has
 * fired, after fire_begin(). Include it where the probe's header can be found.
 */
#ifndef DTRACE_TESTS_RUN_DIRECT_FIRE_H
#define DTRACE_TESTS_RUN_DIRECT_FIRE_H

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "storm.h"

static struct {
	unsigned long begun, over;
} * fired;

static void add(unsigned long *to, unsigned long n)
{
	__atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

static void fire(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++) {
		add(&fired->begun, 1);
		STORM_TICK((int)(i & 7), i);
		add(&fired->over, 1);
	}
}

/* Children count as well. The other probes of the provider have sites. */
static void fire_begin(int argc)
{
	fired = mmap(NULL, sizeof(*fired), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (argc > 9) { /* never */
		STORM_WARM(1);
		STORM_SIG(1);
		STORM_CHILD(1);
	}
}

/* without a C library's buffers, which are allocated */
static void say(unsigned long n)
{
	char text[32];
	int len = snprintf(text, sizeof(text), "%lu\n", n);

	if (write(1, text, (size_t)len) != len)
		_exit(3);
}

#endif
