// SPDX-License-Identifier: BSD-2-Clause
/*
 * The probes of a function by name: its entry and its return.
 */
#include "runtime/provider/fbt/fbt.h"

const char *const fbt_way_names[FBT_WAY_CNT] = { "entry", "return" };

const struct probe *fbt_probe(const struct fbt_state *state,
			      const struct fbt_func *func, enum fbt_way way)
{
	return probe_get(state->env->probes, state->provider, func->module,
			 func->name, fbt_way_names[way]);
}
