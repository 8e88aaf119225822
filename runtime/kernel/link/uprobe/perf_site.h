/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One uprobe as a perf event: for kernels without uprobe_multi.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_UPROBE_PERF_SITE_H
#define DTRACE_RUNTIME_KERNEL_LINK_UPROBE_PERF_SITE_H

#include "runtime/kernel/link/links.h"

/*
 * Attaches req->prog_fd to the single @site. Returns a BPF link (which keeps
 * the perf event) or -errno; -ENOENT if the kernel has no PMU "uprobe".
 */
int perf_site_link(const struct kern_uprobe *req, const struct kern_site *site);

#endif
