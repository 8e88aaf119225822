/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps the unwind tables of the processes whose stacks programs walk. A thread
 * answers requests of the programs by reading files and mappings.
 *
 *	unwind_keeper_start(maps, &err)	before programs run
 *	unwind_keeper_add_file()	a file that a process is going to map
 *	unwind_keeper_add_process()	a process that is running
 *	unwind_keeper_see_ends()	when the probes are attached
 *	unwind_keeper_wait()		until all of that is done
 */
#ifndef DTRACE_RUNTIME_SESSION_UNWIND_UNWIND_KEEPER_H
#define DTRACE_RUNTIME_SESSION_UNWIND_UNWIND_KEEPER_H

#include <stdint.h>
#include <sys/types.h>

#include "runtime/kernel/map/maps.h"

struct unwind_keeper;

/* Returns NULL with *@err_ret on failure. @maps and @cpus are borrowed. */
struct unwind_keeper *unwind_keeper_start(struct kern_maps *maps,
					  const struct kern_cpus *cpus,
					  int *err_ret);
/* NULL is legal, here and below. */
void unwind_keeper_stop(struct unwind_keeper *keeper);

void unwind_keeper_add_file(struct unwind_keeper *keeper, const char *path);
/*
 * Reads the mappings of @pid, now and whenever they change; if it is a child
 * that waits before its exec, from the exec on.
 */
void unwind_keeper_add_process(struct unwind_keeper *keeper, pid_t pid,
			       bool is_child);
/* From now on, programs forget processes that end. Returns 0 or -errno. */
int unwind_keeper_see_ends(struct unwind_keeper *keeper);
void unwind_keeper_wait(struct unwind_keeper *keeper);

/* Returns whether a file's table did not fit since the last call. */
bool unwind_keeper_was_full(struct unwind_keeper *keeper);

#endif
