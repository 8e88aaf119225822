/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The helper process: it attaches uprobes, holds their links, and detaches
 * them. It exists because a process that is being killed cannot detach: the
 * kernel does not write into a traced program on behalf of a task with SIGKILL
 * pending, and the breakpoint or the semaphore stays.
 *
 * The helper is forked before the first uprobe. It has a session of its own,
 * blocks all signals, and is the last process that the kernel kills when memory
 * is short. When dtrace ends, for whatever reason, it detaches everything and
 * ends. Its links are in holder threads (link_holder.h). It also detaches
 * everything if a file that has uprobes is written to.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_UPROBE_UPROBE_HELPER_PROCESS_H
#define DTRACE_RUNTIME_KERNEL_LINK_UPROBE_UPROBE_HELPER_PROCESS_H

#include <stdbool.h>

#include "runtime/kernel/link/links.h"

struct uprobe_helper;

/*
 * Forks it. If @warms_up, it also places a uprobe on a function of its own at
 * once, so that the first real one need not wait: attach_warmup.h. Returns 0 or
 * -errno.
 */
int uprobe_helper_start(bool warms_up, struct uprobe_helper **helper_ret);
/*
 * kern_uprobe_attach(), performed in the helper. -EPIPE: the helper was killed.
 */
int uprobe_helper_attach(struct uprobe_helper *helper,
			 enum kern_backend backend,
			 const struct kern_uprobe *req,
			 void (*bad)(void *arg, size_t site_idx, int err),
			 void *arg);
/* kern_links_attached(), of the helper's. */
uint64_t uprobe_helper_attached(const struct uprobe_helper *helper);
/*
 * Returns the path of the file because of whose change the helper has detached
 * everything, or NULL if it was killed. To be called when uprobe_helper_fd() is
 * readable. Owned by @helper.
 */
const char *uprobe_helper_written(struct uprobe_helper *helper);
/* Returns a descriptor that is readable once the helper has detached or ended. */
int uprobe_helper_fd(const struct uprobe_helper *helper);
/* Asks it to detach everything, and does not wait. NULL is allowed. */
void uprobe_helper_finish(struct uprobe_helper *helper);
/* Returns when all is detached and the helper has ended. NULL is allowed. */
void uprobe_helper_destroy(struct uprobe_helper *helper);

#endif
