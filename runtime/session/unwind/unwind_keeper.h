/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Unwind tables of the processes whose stacks programs walk: a thread that
 * answers questions of programs by reading files and mappings.
 *
 *	unwind_keeper_start(maps, &err)	before programs run
 *	unwind_keeper_add_file()	that a process will map
 *	unwind_keeper_add_process()	which runs already
 *	unwind_keeper_wait()		until all of that is done
 */
#ifndef DTRACE_RUNTIME_UNWIND_KEEPER_H
#define DTRACE_RUNTIME_UNWIND_KEEPER_H

#include <stdint.h>
#include <sys/types.h>

#include "runtime/kernel/map/maps.h"

struct unwind_keeper;

/* @maps and @cpus are borrowed. NULL with *@err_ret. */
struct unwind_keeper *unwind_keeper_start(const struct kern_maps *maps,
					  const struct kern_cpus *cpus,
					  int *err_ret);
/* NULL is legal, also below. */
void unwind_keeper_stop(struct unwind_keeper *keeper);

void unwind_keeper_add_file(struct unwind_keeper *keeper, const char *path);
/*
 * Reads what @pid maps, now and whenever that changes; of a child that waits
 * before its exec, from then on.
 */
void unwind_keeper_add_process(struct unwind_keeper *keeper, pid_t pid,
			       bool is_child);
void unwind_keeper_wait(struct unwind_keeper *keeper);

/* Was there no room for the table of a file since the last call? */
bool unwind_keeper_was_full(struct unwind_keeper *keeper);

#endif
