/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profile provider: clocks. Naming a probe creates it under the name as
 * written; patterns match the probes that are always listed and those that were
 * named before.
 *
 * Each probe is a program, attached to a clock of every online CPU (profile) or
 * of the first one (tick): the first CPU stays online and, on virtual machines,
 * its clock samples reliably while it is idle (seen with 6.18 as a nested
 * guest: no samples from other idle CPUs). The clocks start when BEGIN has run.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/printable.h"
#include "runtime/common/record.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/link/event.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/profile.h"
#include "runtime/provider/provider.h"

static const char *const listed[] = {
	"profile-97", "profile-199", "profile-499", "profile-997",
	"profile-1999", "profile-4001", "profile-4999", "tick-1", "tick-10",
	"tick-100", "tick-500", "tick-1000", "tick-5000",
};

/* stability of the probes */
static const struct stability profile_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Unstable, STABILITY_Unstable, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
};

struct profile_probe {
	const struct probe *probe;
	bool is_tick;
	uint64_t period_ns;
	VEC(const struct clause *) clauses;
	uint32_t prog_id; /* if it has clauses */
};

struct profile_state {
	const struct prov_env *env;
	VEC(struct profile_probe) probes;
	VEC(int) event_fds; /* clocks that are attached and not yet started */
};

static void *profile_create(const struct prov_env *env)
{
	struct profile_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	return state;
}

static void close_events(struct profile_state *state)
{
	for (size_t i = 0; i < state->event_fds.cnt; i++)
		close(state->event_fds.v[i]);
	state->event_fds.cnt = 0;
}

static void profile_destroy(void *p)
{
	struct profile_state *state = p;

	for (size_t i = 0; i < state->probes.cnt; i++)
		vec_deinit(&state->probes.v[i].clauses);
	close_events(state);
	vec_deinit(&state->event_fds);
	vec_deinit(&state->probes);
	free(state);
}

/* ---------------------------------------------------------------- matching */

/* Finds the probe of that name, or creates it. Returns 0 or -errno. */
static int probe_named(struct profile_state *state, const char *name)
{
	struct profile_probe *one;
	uint64_t period_ns;
	bool is_tick;
	int err;

	for (size_t i = 0; i < state->probes.cnt; i++)
		if (!strcmp(state->probes.v[i].probe->name, name))
			return 0;
	err = profile_parse(name, &is_tick, &period_ns);
	if (err)
		return err;
	one = vec_add(&state->probes);
	one->probe = probe_get(state->env->probes, "profile", "", "", name);
	one->is_tick = is_tick;
	one->period_ns = period_ns;
	return 0;
}

static bool is_matched(const struct probe_spec *spec,
		       const struct probe *probe)
{
	return spec->id ? spec->id == probe->id :
			  spec_matches(spec, probe->provider, probe->module,
				       probe->function, probe->name);
}

static int profile_match(void *p, const struct probe_spec *spec,
			 struct prov_sink *sink, struct prov_why *why_ret)
{
	struct profile_state *state = p;
	int cnt = 0;

	if (!spec->id && !spec_matches(spec, "profile", "", "", spec->name))
		return 0;
	if (!spec->id && glob_is_plain(spec->name)) {
		if (probe_named(state, spec->name) == -ERANGE && why_ret)
			why_ret->text = "the interval must be 200 microseconds "
				   "or more";
	} else {
		for (size_t i = 0; i < sizeof(listed) / sizeof(listed[0]); i++)
			probe_named(state, listed[i]);
	}
	for (size_t i = 0; i < state->probes.cnt; i++) {
		struct profile_probe *one = &state->probes.v[i];
		struct prov_match match = { .probe = one->probe,
					    .attrs = profile_attrs };

		if (!is_matched(spec, one->probe))
			continue;
		cnt++;
		if (prov_wants_probes(sink))
			sink->found(sink, &match);
		prov_tell_site(sink, (uint32_t)i);
	}
	return cnt;
}

static void profile_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct profile_state *state = p;
	struct profile_probe *one = &state->probes.v[site];

	prov_add_clause(&one->clauses, clause);
}

/* -------------------------------------------------------------- generating */

static bool profile_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct profile_probe *one = p;

	(void)tag;
	prov_abi_name(one->probe, ret);
	return true;
}

static int profile_generate(void *p, struct gen *gen)
{
	struct profile_state *state = p;

	for (size_t i = 0; i < state->probes.cnt; i++) {
		struct profile_probe *one = &state->probes.v[i];
		struct probe_abi abi = {
			.context = ABI_PERF_EVENT,
			.probe_tag = one->probe->id,
			.irq = ABI_IRQ_ALWAYS,
			.filter.active_state = RT_ACTIVE,
			.names = { .name = profile_name, .arg = one },
		};
		int err;

		if (!one->clauses.cnt)
			continue;
		prov_pc_args(abi.args);
		err = gen_program(gen, one->is_tick ? "tick" : "profile", &abi,
				  one->clauses.v, one->clauses.cnt,
				  &one->prog_id);
		if (err)
			return err;
	}
	return 0;
}

/* --------------------------------------------------------------- attaching */

static int attach_cpu(struct profile_state *state,
		      const struct profile_probe *one, int prog_fd,
		      uint32_t cpu, struct kern_links *links,
		      struct strbuf *warn)
{
	struct kern_log log = { 0 };
	int event_fd, err;

	err = kern_clock_attach(links, prog_fd, cpu, one->period_ns, &event_fd,
				&log);
	if (!err)
		vec_push(&state->event_fds, event_fd);
	else
		printable_line(warn, "profile:::%s: %s", one->probe->name,
			       strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}

static int attach_probe(struct profile_state *state,
			const struct profile_probe *one, int prog_fd,
			const struct kern_cpus *cpus,
			struct kern_links *links, struct strbuf *warn)
{
	int64_t only_cpu = state->env->options->value[OPT_cpu];

	for (uint32_t cpu = 0; cpu < cpus->cpu_max; cpu++) {
		int err;

		if (!cpus->online[cpu] || (only_cpu >= 0 && cpu != only_cpu))
			continue;
		err = attach_cpu(state, one, prog_fd, cpu, links, warn);
		if (err || one->is_tick)
			return err;
	}
	return 0;
}

static int profile_attach(void *p, const int *prog_fds,
			  struct kern_links *links, struct strbuf *warn)
{
	struct profile_state *state = p;
	struct kern_cpus cpus;
	int err = 0;

	for (size_t i = 0; i < state->probes.cnt && !err; i++) {
		const struct profile_probe *one = &state->probes.v[i];

		if (!one->clauses.cnt)
			continue;
		err = kern_cpus_init(&cpus);
		if (err)
			break;
		err = attach_probe(state, one, prog_fds[one->prog_id], &cpus,
				   links, warn);
		kern_cpus_deinit(&cpus);
	}
	return err;
}

static int profile_start(void *p, struct strbuf *warn)
{
	struct profile_state *state = p;
	int err = 0;

	for (size_t i = 0; i < state->event_fds.cnt && !err; i++)
		err = kern_clock_start(state->event_fds.v[i]);
	if (err)
		printable_line(warn, "can't start a clock: %s",
			       strerror(-err));
	close_events(state);
	return err;
}

static const struct probe *profile_lookup(void *p, uint32_t prog_id,
					  uint32_t probe_tag, uint32_t tgid)
{
	struct profile_state *state = p;

	(void)prog_id;
	(void)tgid;
	for (size_t i = 0; i < state->probes.cnt; i++)
		if (state->probes.v[i].probe->id == probe_tag)
			return state->probes.v[i].probe;
	return NULL;
}

const struct provider_ops provider_profile = {
	.name = "profile",
	.create = profile_create,
	.destroy = profile_destroy,
	.match = profile_match,
	.enable = profile_enable,
	.generate = profile_generate,
	.attach = profile_attach,
	.start = profile_start,
	.lookup = profile_lookup,
};
