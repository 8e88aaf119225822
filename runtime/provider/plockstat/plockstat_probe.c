// SPDX-License-Identifier: BSD-2-Clause
/*
 * The probes that functions of a C library have, by name.
 */
#include <stdio.h>

#include "runtime/provider/plockstat/plockstat.h"

/* The actions and fields in the rows, without their prefixes. */
enum {
	LOCK = PLOCK_LOCK,
	TRY = PLOCK_TRY,
	UNLOCK = PLOCK_UNLOCK,
	WAIT = PLOCK_WAIT,
	ADDRESS = ABI_LOCK_ADDRESS,
	RESULT = ABI_LOCK_RESULT,
	IS_GOT = ABI_LOCK_IS_GOT,
	IS_WRITE = ABI_LOCK_IS_WRITE,
	IS_RECURSIVE = ABI_LOCK_IS_RECURSIVE,
	IS_WRITER = ABI_LOCK_IS_WRITER,
};

const struct plock_probe_row plock_probes[PLOCK_PROBE_CNT] = {
#define FUNCTION(library, name, action, kind, argument, deadline)
#define PROBE(name, kind, actions, moment, types, ...)                   \
	{ name, PLOCK_##kind, actions, PLOCK_##moment, types, { __VA_ARGS__ }, \
	  sizeof((int[]){ __VA_ARGS__ }) / sizeof(int) },
#define NEVER(name, why)
#include "runtime/provider/plockstat/plockstat.def"
#undef FUNCTION
#undef PROBE
#undef NEVER
};

bool plock_has_probe(const struct plock_function_row *row, int probe)
{
	return (plock_probes[probe].kind & row->kind) &&
	       (plock_probes[probe].actions & row->action);
}

const struct probe *plock_tag_probe(const struct plock_state *state,
				    uint32_t tag)
{
	const struct plock_function *function =
		&state->functions.v[tag / PLOCK_PROBE_CNT];
	const struct user_object *object = plock_object_of(state, function);
	char provider[32];

	snprintf(provider, sizeof(provider),
		 object->pid ? "plockstat%d" : "plockstat*", object->pid);
	return probe_get(state->env->probes, provider, object->module,
			 function->row->name,
			 plock_probes[tag % PLOCK_PROBE_CNT].name);
}
