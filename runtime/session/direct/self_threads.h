/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The threads of a traced program that have self-> variables of their own there
 * (runtime/direct/self_table.h).
 */
#ifndef DTRACE_RUNTIME_SESSION_DIRECT_SELF_THREADS_H
#define DTRACE_RUNTIME_SESSION_DIRECT_SELF_THREADS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/session/direct/shared_memory.h"

struct self_threads {
	uint64_t next_ns; /* when to look for ended ones again */
	/* the last time: ids of the machine, threads that it had begun */
	uint64_t id_cnt, begun_cnt;
	bool is_doubtful; /* it was said that ids may have come back */
};

/*
 * Where the C library of a process keeps the id of a thread: *@ret is the number
 * of bytes from what the thread pointer leads to. Returns 0, -ENOTSUP if it does
 * not say, with a static text in *@why_ret that says what is missing, or -ESRCH:
 * the process ends.
 */
int self_threads_tid_off(pid_t pid, uint32_t *ret, const char **why_ret);
/*
 * Empties the slots of threads that have ended, if it is time: less often where
 * there are many threads, or many processes, @process_cnt of which have slots.
 * Returns false if that came so late that a new thread may have got the id of
 * an ended one, and its variables.
 */
bool self_threads_sweep(struct self_threads *threads,
			const struct shared_memory *shared, pid_t pid,
			size_t process_cnt);

#endif
