/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sites that are attached with a process as the filter, kept so that they
 * can be attached again (leader_exit.h).
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_KEPT_REQUESTS_H
#define DTRACE_RUNTIME_KERNEL_LINK_KEPT_REQUESTS_H

#include "base/vec.h"
#include "runtime/kernel/link/links.h"

/* The result of one call of kern_uprobe_attach(). */
struct filtered {
	struct kern_uprobe req; /* owned: prog_fd, path, sites */
	/* start of the process, because pids are reused */
	uint64_t start_ticks;
	uint64_t attached_ns; /* CLOCK_MONOTONIC: when attaching was complete */
	bool has_ended; /* its first thread has ended, others continue */
	bool is_open; /* it was attached again without a filter */
};

struct kept_requests {
	VEC(struct filtered) all;
	enum kern_backend backend;
	int nothing_fd; /* a program that does nothing; -1: not loaded yet */
};

/* Copies @req and duplicates its descriptor. */
void kept_requests_keep(struct kept_requests *list,
			const struct kern_uprobe *req);
void kept_requests_deinit(struct kept_requests *list);

#endif
