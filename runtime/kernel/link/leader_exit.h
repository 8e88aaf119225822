/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Follows links that are filtered by a process when its first thread ends. The
 * kernel's filter is that thread:
 *
 *	it has ended, others continue: existing breakpoints of a multi link
 *	    still fire (Linux 6.12), but none are set in files that the process
 *	    maps from then on. A link without a filter, of a program that does
 *	    nothing, sets them. Links of perf events no longer fire; their sites
 *	    are attached again without a filter.
 *	another thread's exec has replaced it: the same, but a new filter finds
 *	    the process again.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_LEADER_EXIT_H
#define DTRACE_RUNTIME_KERNEL_LINK_LEADER_EXIT_H

#include <sys/stat.h>

#include "runtime/kernel/link/links.h"

/* Is anything filtered by @pid? */
bool leader_exit_has(struct kern_links *links, pid_t pid);
/*
 * The first thread of @pid has ended and others continue. @has_file says
 * whether the process maps the file at present. Returns how many times sites
 * were attached, or -errno with the message in @log.
 */
int leader_exit_ended(struct kern_links *links, pid_t pid,
		      bool (*has_file)(void *arg, const struct stat *st),
		      void *arg, struct kern_log *log);
/* Was leader_exit_ended() called for @pid before? */
bool leader_exit_had_ended(struct kern_links *links, pid_t pid);
/*
 * Another thread's exec has replaced the first thread, whose end was reported
 * at @ended_ns (0: not reported). What was attached since then is filtered by
 * the new thread, and would count twice if it were attached again. Returns as
 * leader_exit_ended().
 */
int leader_exit_replaced(struct kern_links *links, pid_t pid,
			 uint64_t ended_ns, struct kern_log *log);

#endif
