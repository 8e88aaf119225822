/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The processes whose mappings programs know, or have asked for. Only the
 * thread whose turn it is uses this, except for files.is_full.
 */
#ifndef DTRACE_RUNTIME_SESSION_UNWIND_UNWIND_PROCESSES_H
#define DTRACE_RUNTIME_SESSION_UNWIND_UNWIND_PROCESSES_H

#include "base/map.h"
#include "runtime/kernel/map/unwind_requests.h"
#include "runtime/session/unwind/unwind_files.h"
#include "runtime/session/unwind/unwind_ranges.h"

struct unwind_process {
	pid_t pid;
	uint32_t tgid;
	/* it was ordered, or is a descendant of one that was */
	bool is_ordered;
	struct unw_known known;
	uint64_t retry_ns; /* when it may ask again; 0: now */
};

struct unwind_processes {
	struct kern_unwind *kern; /* borrowed */
	struct unwind_files files;
	struct map by_tgid; /* tgid -> struct unwind_process, owned */
	bool has_retries; /* of some, retry_ns is not 0 */
	unsigned int new_cnt; /* since ended ones were forgotten */
	struct unwind_ranges ranges; /* those that were read last */
};

void unwind_processes_deinit(struct unwind_processes *all);

/* NULL: nothing is known of it. */
struct unwind_process *unwind_processes_find(struct unwind_processes *all,
					     uint32_t tgid);
/* The same; one of which nothing is known is added. */
struct unwind_process *unwind_processes_get(struct unwind_processes *all,
					    uint32_t tgid);
/*
 * Reads a process and publishes its mappings. @generation: that of the request,
 * which must still be the current one; 0: no request. A process that programs
 * have no entry of has ended, unless @is_new. If the entry changes while the
 * mappings are read, they may be those before an exec, whose mark in the ring
 * is answered later; so is the question of a program that came first.
 */
void unwind_processes_learn(struct unwind_processes *all, pid_t pid,
			    uint32_t tgid, uint32_t generation, bool is_new);
/*
 * Forgets ended processes if there are many new ones, and also that there were
 * such processes: a run of days sees millions. Pointers to processes are
 * invalid afterwards.
 */
void unwind_processes_forget_ended(struct unwind_processes *all);
/*
 * Allows processes to ask again. Returns the time until the next one may, in
 * milliseconds, or -1.
 */
int unwind_processes_allow_questions(struct unwind_processes *all);

#endif
