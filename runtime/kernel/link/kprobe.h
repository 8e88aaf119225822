/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of the kernel: one program at the entry or return of many.
 */
#ifndef DTRACE_RUNTIME_KERNEL_KPROBE_H
#define DTRACE_RUNTIME_KERNEL_KPROBE_H

#include "runtime/kernel/link/link.h"

enum {
	/* most sites of a session where there is no kprobe_multi */
	KERN_KPROBE_EVENT_MAX = 500,
};

struct kern_kprobe {
	int prog_fd;
	bool is_return;
	const uint64_t *kaddrs; /* [site_cnt], ascending */
	/*
	 * [site_cnt], where there is no kprobe_multi: "SYMBOL+0x10" or
	 * "MODULE:SYMBOL", no two the same.
	 */
	const char *const *places;
	size_t site_cnt;
	uint64_t first_cookie;
};

/*
 * Attaches by kprobe_multi, where a site's cookie is its index after the
 * first one's, or by one event of tracefs. Sites that the kernel refuses are told to @bad with
 * their index and -errno, unless it is NULL. Returns 0, or -errno with @log
 * filled.
 */
int kern_kprobe_attach(struct kern_links *links, const struct kern_kprobe *req,
		       void (*bad)(void *arg, size_t site_idx, int err),
		       void *arg, struct kern_log *log);

#endif
