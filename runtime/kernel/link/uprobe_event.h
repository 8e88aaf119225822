/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Many uprobes as one event of tracefs: for kernels without uprobe_multi.
 */
#ifndef DTRACE_RUNTIME_KERNEL_UPROBE_EVENT_H
#define DTRACE_RUNTIME_KERNEL_UPROBE_EVENT_H

#include "runtime/kernel/link/link.h"
#include "runtime/kernel/tracefs.h"

/*
 * Attaches req->prog_fd to the @cnt sites at @sites, which have one cookie:
 * a BPF link, or -errno when one of them can't be, or there is no tracefs;
 * nothing is attached then. The event's name joins @names. @keeper_fd_ret: a
 * descriptor to be closed after the links of all events, or -1; see the .c.
 */
int uprobe_event_link(struct kern_event_names *names,
		      const struct kern_uprobe *req,
		      const struct kern_site *const *sites, size_t cnt,
		      int *keeper_fd_ret);

#endif
