/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The uprobes of a session in the kernel: links, and the names of events. This
 * part runs in the helper process (uprobe_helper_process.h).
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_UPROBE_UPROBE_ATTACH_H
#define DTRACE_RUNTIME_KERNEL_LINK_UPROBE_UPROBE_ATTACH_H

#include "base/vec.h"
#include "runtime/kernel/link/link_holder.h"
#include "runtime/kernel/link/links.h"
#include "runtime/kernel/tracefs.h"

struct uprobe_set {
	struct link_holder *hold;
	VEC(int) keepers; /* second users of events, closed after the links */
	struct kern_event_names names; /* removed after both */
	uint64_t *attached; /* counts sites that are done, or NULL */
	bool (*is_cancelled)(void *arg); /* called between two links, or NULL */
	void *arg;
};

void uprobe_set_init(struct uprobe_set *set);
/* Returns when the kernel has removed the last breakpoint and semaphore. */
void uprobe_set_deinit(struct uprobe_set *set);
/*
 * Attaches the sites of @req that the kernel accepts and calls @bad for each
 * other one. Returns 0, or -errno if the error is not of a single site.
 */
int uprobe_set_attach(struct uprobe_set *set, enum kern_backend backend,
		      const struct kern_uprobe *req,
		      void (*bad)(void *arg, size_t site_idx, int err),
		      void *arg);

#endif
