// SPDX-License-Identifier: BSD-2-Clause
/*
 * The table of probes, and which of them a description means.
 */
#include "runtime/common/probe.h"

#include "base/text/glob.h"
#include "base/text/strbuf.h"

void probe_table_init(struct probe_table *table)
{
	*table = (struct probe_table){ 0 };
	arena_init(&table->arena);
}

void probe_table_deinit(struct probe_table *table)
{
	vec_deinit(&table->probes);
	map_deinit(&table->by_name);
	arena_deinit(&table->arena);
}

const struct probe *probe_get(struct probe_table *table, const char *provider,
			      const char *module, const char *function,
			      const char *name)
{
	struct strbuf key = { 0 };
	struct probe *probe;
	void **slot;

	strbuf_printf(&key, "%s:%s:%s:%s", provider, module, function, name);
	slot = map_put(&table->by_name, key.text, key.len);
	strbuf_deinit(&key);
	if (*slot)
		return *slot;
	probe = arena_new(&table->arena, struct probe);
	*probe = (struct probe){
		.id = (uint32_t)table->probes.cnt + 1,
		.provider = arena_strdup(&table->arena, provider),
		.module = arena_strdup(&table->arena, module),
		.function = arena_strdup(&table->arena, function),
		.name = arena_strdup(&table->arena, name),
	};
	vec_push(&table->probes, probe);
	*slot = probe;
	return probe;
}

bool spec_matches(const struct probe_spec *spec, const char *provider,
		  const char *module, const char *function, const char *name)
{
	return glob_match(spec->name, name) &&
	       glob_match(spec->function, function) &&
	       glob_match(spec->module, module) &&
	       glob_match(spec->provider, provider);
}

bool spec_means(const struct probe_spec *spec, const struct probe *probe)
{
	return spec->id ? spec->id == probe->id :
			  spec_matches(spec, probe->provider, probe->module,
				       probe->function, probe->name);
}
