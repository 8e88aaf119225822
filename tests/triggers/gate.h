/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For triggers that are grabbed by -p: wait until dtrace has run its BEGIN
 * clause, that is until the file its output goes to holds something. The
 * semaphore says that the site is enabled, not yet that clauses run.
 */
#ifndef DTRACE_TESTS_TRIGGERS_GATE_H
#define DTRACE_TESTS_TRIGGERS_GATE_H

#include <sys/stat.h>
#include <time.h>

static inline void wait_for_text(const char *path)
{
	struct timespec ms = { 0, 1000000 };
	struct stat st;

	while (path && (stat(path, &st) || !st.st_size))
		nanosleep(&ms, NULL);
}

#endif
