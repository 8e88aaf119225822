/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Multi links are refused as a whole for one bad site, without a word which.
 * So a list that fails is halved until the bad sites stand alone: those are
 * reported, every half that works stays. No site is in two links. Errors that
 * no site can be the reason for are not searched for: they end it at once.
 */
#ifndef DTRACE_RUNTIME_KERNEL_HALVE_H
#define DTRACE_RUNTIME_KERNEL_HALVE_H

#include <stdbool.h>
#include <stddef.h>

struct halving {
	/* Links sites @first .. @first + @cnt - 1. 0 or -errno. */
	int (*link)(void *ctx, size_t first, size_t cnt);
	/* Can this error be the fault of a single site? */
	bool (*is_site_error)(int err);
	void *ctx;
	void (*bad)(void *arg, size_t site_idx, int err); /* or NULL */
	void *arg;
};

/* Links @cnt sites. 0, also when all were bad, or -errno. */
int kern_halve(const struct halving *halving, size_t first, size_t cnt);

#endif
