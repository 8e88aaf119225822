// SPDX-License-Identifier: BSD-2-Clause
/*
 * The probes of a function by name: its entry, its return, its instructions.
 */
#include "runtime/provider/fbt/fbt.h"

const char *const fbt_way_names[FBT_WAY_CNT] = { "entry", "return" };

const struct probe *fbt_probe(const struct fbt_state *state,
			      const struct fbt_func *func, const char *name)
{
	return probe_get(state->env->probes, state->provider, func->module,
			 func->name, name);
}

const struct probe *fbt_site_probe(const struct fbt_class *class,
				   size_t site_idx)
{
	return fbt_probe(class->state, fbt_site_func(class, site_idx),
			 class->sites.v[site_idx].name);
}
