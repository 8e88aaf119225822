/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All declared probes in one list, with the names that objects use for them.
 */
#ifndef DTRACE_LINKER_DECLARED_PROBES_H
#define DTRACE_LINKER_DECLARED_PROBES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/map.h"
#include "lang/ast.h"

/* Effects of -DSTAP_SDT_V1 and -DSTAP_SDT_V2. */
struct link_naming {
	bool is_v1; /* semaphores are called PROBE_semaphore */
	bool is_visible; /* semaphores have default visibility: V1 and V2 */
};

struct link_probe {
	const struct provider_decl *provider;
	const struct probe_decl *probe;
	const char *sema_name;
	bool is_asked; /* some object calls __dtraceenabled_P___N() */
};

struct link_probes {
	struct arena *arena; /* borrowed */
	struct link_naming naming;
	struct link_probe *v; /* in file order */
	size_t cnt;
	struct map calls; /* "p___n" -> struct link_probe */
};

void link_probes_init(struct link_probes *probes, const struct program *program,
		      struct link_naming naming, struct arena *arena);
void link_probes_deinit(struct link_probes *probes);

#define LINK_CALL_PREFIX "__dtrace_"
#define LINK_ASK_PREFIX "__dtraceenabled_"

/*
 * The part after the prefix if @symbol is a classic call of either kind, else
 * NULL.
 */
const char *link_classic_name(const char *symbol, bool *is_ask_ret);
/* The probe named "p___n", or NULL. */
struct link_probe *link_probe_find(const struct link_probes *probes,
				   const char *name);

#endif
