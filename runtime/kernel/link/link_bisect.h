/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel refuses a whole multi link for one bad site, without saying which.
 * So a list that fails is halved until the bad sites are isolated: these are
 * reported, and every half that works stays. No site is in two links. An error
 * that no site can cause ends the search at once.
 */
#ifndef DTRACE_RUNTIME_KERNEL_LINK_LINK_BISECT_H
#define DTRACE_RUNTIME_KERNEL_LINK_LINK_BISECT_H

#include <stdbool.h>
#include <stddef.h>

struct bisection {
	/* Links sites @first .. @first + @cnt - 1. 0 or -errno. */
	int (*link)(void *ctx, size_t first, size_t cnt);
	/* Can this error be the fault of a single site? */
	bool (*is_site_error)(int err);
	void *ctx;
	void (*bad)(void *arg, size_t site_idx, int err); /* or NULL */
	void *arg;
};

/* Links @cnt sites. Returns 0, even if all were bad, or -errno. */
int link_bisect(const struct bisection *bisection, size_t first, size_t cnt);

#endif
