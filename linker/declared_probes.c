// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: provider definitions. Out: one list of probes, in file order, and a map
 * from the names of classic calls. Probe n of provider p has
 *
 *	p_n_semaphore			the counter of tracers
 *	__dtrace_p___n(...)		a call that becomes a site
 *	__dtraceenabled_p___n()		a call that reads the counter
 */
#include "linker/declared_probes.h"

#include <string.h>

void link_probes_init(struct link_probes *probes, const struct program *program,
		      struct link_naming naming, struct arena *arena)
{
	size_t cnt = 0, i = 0;

	for (const struct provider_decl *prov = program->providers; prov;
	     prov = prov->next)
		cnt += prov->probe_cnt;
	*probes = (struct link_probes){ .arena = arena,
					.naming = naming,
					.cnt = cnt };
	probes->v = arena_new_array(arena, struct link_probe, cnt + 1);
	for (const struct provider_decl *prov = program->providers; prov;
	     prov = prov->next)
		for (const struct probe_decl *probe = prov->probes; probe;
		     probe = probe->next) {
			struct link_probe *p = &probes->v[i++];
			const char *call = arena_printf(
				arena, "%s___%s", prov->name, probe->name);

			p->provider = prov;
			p->probe = probe;
			p->sema_name = naming.is_v1 ?
				arena_printf(arena, "%s_semaphore",
					     probe->name) :
				arena_printf(arena, "%s_%s_semaphore",
					     prov->name, probe->name);
			*map_put_str(&probes->calls, call) = p;
		}
}

void link_probes_deinit(struct link_probes *probes)
{
	map_deinit(&probes->calls);
}

const char *link_classic_name(const char *symbol, bool *is_ask_ret)
{
	if (strncmp(symbol, "__dtrace", 8))
		return NULL;
	*is_ask_ret =
		!strncmp(symbol, LINK_ASK_PREFIX, sizeof(LINK_ASK_PREFIX) - 1);
	if (*is_ask_ret)
		symbol += sizeof(LINK_ASK_PREFIX) - 1;
	else if (!strncmp(symbol, LINK_CALL_PREFIX,
			  sizeof(LINK_CALL_PREFIX) - 1))
		symbol += sizeof(LINK_CALL_PREFIX) - 1;
	else
		return NULL;
	return strstr(symbol, "___") ? symbol : NULL;
}

struct link_probe *link_probe_find(const struct link_probes *probes,
				   const char *name)
{
	return map_get_str(&probes->calls, name);
}
