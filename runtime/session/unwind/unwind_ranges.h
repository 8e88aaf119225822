/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The executable mappings of a process as programs that unwind stacks search
 * them: which range of addresses has which table.
 */
#ifndef DTRACE_RUNTIME_SESSION_UNWIND_UNWIND_RANGES_H
#define DTRACE_RUNTIME_SESSION_UNWIND_UNWIND_RANGES_H

#include "base/vec.h"
#include "runtime/session/unwind/unwind_files.h"

/* Zeros: none. What was read last; the next process replaces it. */
struct unwind_ranges {
	VEC(struct unw_range) all; /* by address */
	struct sdt_maps maps;
};

/*
 * Reads the mappings of @pid, and makes the tables of files that are new.
 * Returns 0 or -errno, -ESRCH: there is no such process.
 */
int unwind_ranges_read(struct unwind_ranges *ranges, struct unwind_files *files,
		       pid_t pid);
void unwind_ranges_deinit(struct unwind_ranges *ranges);

#endif
