/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Many uprobes as one event of tracefs: for kernels without uprobe_multi.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_UPROBE_UPROBE_TRACEFS_H
#define DTRACE_RUNTIME_KERNEL_LINK_UPROBE_UPROBE_TRACEFS_H

#include "runtime/kernel/link/links.h"
#include "runtime/kernel/tracefs.h"

/*
 * Attaches req->prog_fd to the @cnt sites at @sites, which have one cookie.
 * Returns a BPF link, or -errno with nothing attached if a site is refused or
 * there is no tracefs. Adds the event's name to @names. *@keeper_fd_ret is a
 * descriptor to close after the links of all events, or -1; see the .c.
 */
int uprobe_event_link(struct kern_event_names *names,
		      const struct kern_uprobe *req,
		      const struct kern_site *const *sites, size_t cnt,
		      int *keeper_fd_ret);

#endif
