/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The interface of the kernel by which uprobes are attached.
 */
#ifndef DTRACE_RUNTIME_KERNEL_FEATURE_UPROBE_BACKEND_H
#define DTRACE_RUNTIME_KERNEL_FEATURE_UPROBE_BACKEND_H

/* How uprobes are attached; decided once by a trial, see kern_backend(). */
enum kern_backend {
	KERN_UPROBE_MULTI, /* one link for all sites of a file */
	KERN_UPROBE_PERF,  /* one link for all sites of one cookie */
};

/* The better one of those that this kernel has: a trial of uprobe_multi. */
enum kern_backend kern_backend(void);

#endif
