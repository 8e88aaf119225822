/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes by name and number. A probe is created when it is first needed: by
 * listing, by matching, or by the first record of a process that started
 * later.
 */
#ifndef DTRACE_RUNTIME_COMMON_PROBE_H
#define DTRACE_RUNTIME_COMMON_PROBE_H

#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "lang/ast.h"

struct probe {
	uint32_t id; /* from 1, as -l shows it */
	const char *provider; /* "python123": the pid included */
	const char *module;
	const char *function;
	const char *name;
};

struct probe_table {
	struct arena arena;
	VEC(struct probe *) probes; /* [id - 1] */
	struct map by_name;
};

void probe_table_init(struct probe_table *table);
void probe_table_deinit(struct probe_table *table);
/* Returns the probe of that name; a new one gets the next free id. */
const struct probe *probe_get(struct probe_table *table, const char *provider,
			      const char *module, const char *function,
			      const char *name);

/* Whether all four fields match. */
bool spec_matches(const struct probe_spec *spec, const char *provider,
		  const char *module, const char *function, const char *name);
/* Whether the description means @probe: by its number, if it has one. */
bool spec_means(const struct probe_spec *spec, const struct probe *probe);

#endif
