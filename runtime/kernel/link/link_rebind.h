/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Links that are filtered by a process, followed when its first thread ends.
 * The kernel's filter is that thread:
 *
 *	it has ended, others continue: existing breakpoints of a multi link
 *	    still fire (Linux 6.12), but none are set in files that the process
 *	    maps from then on. A link without a filter, of a program that does
 *	    nothing, sets them. Links of perf events no longer fire; their sites
 *	    are attached again without a filter.
 *	another thread's exec has replaced it: the same, but a new filter finds
 *	    the process again.
 */
#ifndef DTRACE_RUNTIME_KERNEL_FOLLOW_H
#define DTRACE_RUNTIME_KERNEL_FOLLOW_H

#include <sys/stat.h>

#include "runtime/kernel/link/link.h"

struct link_rebind;

/* Of @links, which it borrows. */
struct link_rebind *link_rebind_create(struct kern_links *links,
				       enum kern_backend backend);
void link_rebind_destroy(struct link_rebind *follow);
/* Remembers what was attached, which is filtered by a process. */
void link_rebind_keep(struct link_rebind *follow, const struct kern_uprobe *req);

/* Whether something is filtered by @pid. */
bool link_rebind_has(const struct link_rebind *follow, pid_t pid);
/*
 * The first thread of @pid has ended and others go on. @has_file: whether the
 * process maps the file at present. Returns how many times sites were
 * attached, or -errno with the message in @log.
 */
int link_rebind_ended(struct link_rebind *follow, pid_t pid,
		      bool (*has_file)(void *arg, const struct stat *st),
		      void *arg, struct kern_log *log);
/* Whether that was done before. */
bool link_rebind_had_ended(const struct link_rebind *follow, pid_t pid);
/*
 * Another thread's exec has replaced it, which was told to have ended at
 * @ended_ns (0: not told). What was attached since then has the one that is
 * there now, and would count twice if it were attached again. The same.
 */
int link_rebind_replaced(struct link_rebind *follow, pid_t pid,
			 uint64_t ended_ns, struct kern_log *log);

#endif
