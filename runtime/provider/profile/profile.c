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
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text/glob.h"
#include "base/text/printable.h"
#include "runtime/provider/perf_event/event_probes.h"
#include "runtime/provider/profile/profile.h"
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

static void *profile_create(const struct prov_env *env)
{
	struct event_probes *state = xcalloc(1, sizeof(*state));

	state->env = env;
	state->attrs = profile_attrs;
	return state;
}

static void profile_destroy(void *p)
{
	event_probes_deinit(p);
	free(p);
}

/* Finds the probe of that name, or creates it. Returns 0 or -errno. */
static int probe_named(struct event_probes *state, const char *name)
{
	struct event_probe *one;
	uint64_t period_ns;
	bool is_tick;
	int err;

	if (event_probes_has(state, name))
		return 0;
	err = profile_parse(name, &is_tick, &period_ns);
	if (err)
		return err;
	one = event_probes_add(state, "profile", name);
	one->class_name = is_tick ? "tick" : "profile";
	one->is_on_one_cpu = is_tick;
	one->irq = ABI_IRQ_ALWAYS;
	one->counter = (struct kern_counter){
		.what = "a clock",
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.period = period_ns,
	};
	return 0;
}

static int profile_match(void *p, const struct probe_spec *spec,
			 struct prov_sink *sink, struct prov_why *why_ret)
{
	struct event_probes *state = p;
	int err = 0;

	if (!spec->id && !spec_matches(spec, "profile", "", "", spec->name))
		return 0;
	if (!spec->id && glob_is_plain(spec->name)) {
		err = probe_named(state, spec->name);
		if (err == -ERANGE && why_ret)
			why_ret->text = "the interval must be 200 microseconds "
				   "or more";
		else if (err == -EOVERFLOW && why_ret)
			why_ret->text = "the interval must be 292 years or less";
		else if (err == -EINVAL && why_ret)
			why_ret->text = "a number and a unit follow: hz, ns, "
					"us, ms, s, m, h or d";
	} else {
		for (size_t i = 0; i < sizeof(listed) / sizeof(listed[0]); i++)
			probe_named(state, listed[i]);
	}
	return event_probes_match(state, spec, sink);
}

static void profile_enable(void *p, uint32_t site, const struct clause *clause)
{
	event_probes_enable(p, site, clause);
}

static int profile_generate(void *p, struct gen *gen)
{
	return event_probes_generate(p, gen);
}

static int profile_attach(void *p, const int *prog_fds,
			  struct kern_links *links, struct strbuf *warn)
{
	return event_probes_attach(p, prog_fds, links, warn);
}

/* The clocks run on without their descriptors, which the links hold. */
static int profile_start(void *p, struct strbuf *warn)
{
	struct event_probes *state = p;
	int err = 0;

	if (cpu_events_start(&state->events, &err))
		printable_line(warn, "can't start a clock: %s",
			       strerror(-err));
	cpu_events_close(&state->events);
	return err;
}

static const struct probe *profile_lookup(void *p, uint32_t prog_id,
					  uint32_t probe_tag, uint32_t tgid)
{
	(void)prog_id;
	(void)tgid;
	return event_probes_lookup(p, probe_tag);
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
