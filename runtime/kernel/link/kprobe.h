/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions of the kernel: one program at the entry or return of many.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_KPROBE_H
#define DTRACE_RUNTIME_KERNEL_LINK_KPROBE_H

#include "runtime/kernel/link/links.h"

enum {
	/* most sites of a session without kprobe_multi */
	KERN_KPROBE_EVENT_MAX = 500,
};

struct kern_kprobe {
	int prog_fd;
	bool is_return;
	/*
	 * kprobe_multi keeps pending returns in a pool for all sites of a link,
	 * which grows with their number (Linux 6.13 and older), so a link of
	 * few needs more.
	 */
	bool is_pool_by_cnt;
	const uint64_t *kaddrs; /* [site_cnt], ascending */
	/*
	 * [site_cnt], needed without kprobe_multi, and for sites inside of
	 * functions: "SYMBOL+0x10" or "MODULE:SYMBOL+0x10", all different.
	 * NULL: kprobe_multi is used.
	 */
	const char *const *places;
	size_t site_cnt;
	uint64_t first_cookie;
};

/*
 * Attaches by kprobe_multi, where a site's cookie is first_cookie plus its
 * index, or, with @places, by one event of tracefs. Calls @bad, unless it is
 * NULL, for each refused site with its index and -errno. Returns 0, or -errno
 * with @log filled.
 */
int kern_kprobe_attach(struct kern_links *links, const struct kern_kprobe *req,
		       void (*bad)(void *arg, size_t site_idx, int err),
		       void *arg, struct kern_log *log);

#endif
