/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Links that are filtered by a process, followed when its first thread ends.
 * The kernel's filter is that thread:
 *
 *	it has ended, others go on: where breakpoints are, a multi link runs
 *	    on (Linux 6.12), but none are set in what the process maps from then
 *	    on. A link without a filter, of a program that does nothing, sets
 *	    them. Links of perf events run no more; what they had is attached
 *	    again without a filter.
 *	another thread's exec has replaced it: the same, but a filter finds the
 *	    process again.
 */
#ifndef DTRACE_RUNTIME_KERNEL_FOLLOW_H
#define DTRACE_RUNTIME_KERNEL_FOLLOW_H

#include <sys/stat.h>

#include "runtime/kernel/link.h"

struct kern_follow;

/* Of @links, which it borrows. */
struct kern_follow *kern_follow_create(struct kern_links *links,
				       enum kern_backend backend);
void kern_follow_destroy(struct kern_follow *follow);
/* Remembers what was attached, which is filtered by a process. */
void kern_follow_keep(struct kern_follow *follow, const struct kern_uprobe *req);

/* Whether something is filtered by @pid. */
bool kern_follow_has(const struct kern_follow *follow, pid_t pid);
/*
 * The first thread of @pid has ended and others go on. @has_file: whether the
 * process maps the file at present. Returns how many times sites were
 * attached, or -errno with the message in @log.
 */
int kern_follow_ended(struct kern_follow *follow, pid_t pid,
		      bool (*has_file)(void *arg, const struct stat *st),
		      void *arg, struct kern_log *log);
/* Whether that was done before. */
bool kern_follow_had_ended(const struct kern_follow *follow, pid_t pid);
/* Another thread's exec has replaced it, if it is gone. The same. */
int kern_follow_replaced(struct kern_follow *follow, pid_t pid,
			 struct kern_log *log);

#endif
