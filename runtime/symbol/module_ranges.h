/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the kernel's modules are in memory, from /proc/modules. A line is
 *
 *	nf_tables 372736 0 - Live 0xffffffffc0000000
 *
 * name, bytes of all its sections, uses, users, state, and where its functions
 * begin (0 for those who may not know).
 */
#ifndef DTRACE_RUNTIME_SYMBOL_MODULE_RANGES_H
#define DTRACE_RUNTIME_SYMBOL_MODULE_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct module_range {
	char *name; /* owned */
	uint64_t start_kaddr, end_kaddr;
};

struct module_ranges {
	VEC(struct module_range) ranges;
	uint32_t hash; /* of the text: another one has other modules */
};

/* Replaces what was read before. Nothing is known if @path can't be read. */
void module_ranges_read(struct module_ranges *modules, const char *path);
/* Whether reading it again would give the same. */
bool module_ranges_are_current(const struct module_ranges *modules,
			       const char *path);
/* NULL: it is not listed. */
const struct module_range *module_ranges_find(const struct module_ranges *modules,
					      const char *name);
void module_ranges_deinit(struct module_ranges *modules);

#endif
