// SPDX-License-Identifier: BSD-2-Clause
#include "runtime/provider/perf_event/event_probes.h"

#include <string.h>

#include "runtime/codegen/codegen.h"
#include "runtime/common/probe.h"
#include "runtime/common/record.h"
#include "runtime/provider/machine.h"

bool event_probes_has(const struct event_probes *list, const char *name)
{
	for (size_t i = 0; i < list->all.cnt; i++)
		if (!strcmp(list->all.v[i].probe->name, name))
			return true;
	return false;
}

struct event_probe *event_probes_add(struct event_probes *list,
				     const char *provider, const char *name)
{
	struct event_probe *one = vec_add(&list->all);

	one->probe = probe_get(list->env->probes, provider, "", "", name);
	return one;
}

void event_probes_deinit(struct event_probes *list)
{
	for (size_t i = 0; i < list->all.cnt; i++)
		vec_deinit(&list->all.v[i].clauses);
	cpu_events_close(&list->events);
	vec_deinit(&list->all);
}

int event_probes_match(const struct event_probes *list,
		       const struct probe_spec *spec, struct prov_sink *sink)
{
	int cnt = 0;

	for (size_t i = 0; i < list->all.cnt; i++) {
		struct prov_match match = { .probe = list->all.v[i].probe,
					    .attrs = list->attrs };

		if (!spec_means(spec, match.probe))
			continue;
		cnt++;
		if (prov_wants_probes(sink))
			sink->found(sink, &match);
		prov_tell_site(sink, (uint32_t)i);
	}
	return cnt;
}

void event_probes_enable(struct event_probes *list, uint32_t site,
			 const struct clause *clause)
{
	struct event_probe *one = &list->all.v[site];

	prov_add_clause(&one->clauses, clause);
}

static bool probe_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct event_probe *one = p;

	(void)tag;
	prov_abi_name(one->probe, ret);
	return true;
}

int event_probes_generate(struct event_probes *list, struct gen *gen)
{
	for (size_t i = 0; i < list->all.cnt; i++) {
		struct event_probe *one = &list->all.v[i];
		struct probe_abi abi = {
			.context = ABI_PERF_EVENT,
			.probe_tag = one->probe->id,
			.irq = one->irq,
			.counts_runs = one->counts_runs,
			.filter.active_state = RT_ACTIVE,
			.names = { .name = probe_name, .arg = one },
		};
		int err;

		if (!one->clauses.cnt)
			continue;
		prov_pc_args(abi.args);
		err = gen_program(gen, one->class_name, &abi, one->clauses.v,
				  one->clauses.cnt, &one->prog_id);
		if (err)
			return err;
	}
	return 0;
}

int event_probes_attach(struct event_probes *list, const int *prog_fds,
			struct kern_links *links, struct strbuf *warn)
{
	int err = 0;

	for (size_t i = 0; i < list->all.cnt && !err; i++) {
		const struct event_probe *one = &list->all.v[i];
		struct cpu_events_program program = {
			.probe = one->probe,
			.probe_idx = i,
			.counter = &one->counter,
			.is_on_one_cpu = one->is_on_one_cpu,
		};

		if (!one->clauses.cnt)
			continue;
		program.prog_fd = prog_fds[one->prog_id];
		err = cpu_events_attach(&list->events, list->env, &program,
					links, warn);
	}
	return err;
}

const struct probe *event_probes_lookup(const struct event_probes *list,
					uint32_t probe_tag)
{
	for (size_t i = 0; i < list->all.cnt; i++)
		if (list->all.v[i].probe->id == probe_tag)
			return list->all.v[i].probe;
	return NULL;
}
