/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cpc provider: every so many events, such as cycles of the processor or
 * page faults. As with profile, naming a probe creates it; patterns match those
 * that were named before and one for each event that this machine counts.
 *
 *	page_faults-user-1 -> event, mode, count (cpc_name.c)
 *	page_faults -> PERF_TYPE_SOFTWARE, number 2 (cpc_event.c, cpc_vendor.c)
 *	-> a perf event on each online CPU, with sample_period = count
 *
 * Each probe is a program. Counting begins when BEGIN is done.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text/glob.h"
#include "base/text/printable.h"
#include "runtime/kernel/link/perf_counter.h"
#include "runtime/provider/cpc/cpc.h"
#include "runtime/provider/perf_event/event_probes.h"
#include "runtime/provider/provider.h"

/* stability of the probes */
static const struct stability cpc_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_CPU },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
};

struct cpc_state {
	struct event_probes probes;
	bool has_listed; /* all events that are counted have a probe */
};

static void *cpc_create(const struct prov_env *env)
{
	struct cpc_state *state = xcalloc(1, sizeof(*state));

	state->probes.env = env;
	state->probes.attrs = cpc_attrs;
	return state;
}

static void cpc_destroy(void *p)
{
	struct cpc_state *state = p;

	event_probes_deinit(&state->probes);
	free(state);
}

/* ---------------------------------------------------------------- matching */

/*
 * A name that is being resolved. Reasons are determined only if wants_why is
 * set, because searching for similar names takes time.
 */
struct seek {
	struct arena *arena;
	struct cpc_name parts;
	const char *event_name; /* as written */
	struct cpc_event event;
	bool wants_why;
	const char *why; /* result, in the arena or static; or NULL */
};

static int unknown_event(struct seek *seek, int err, const char *text)
{
	if (!seek->wants_why)
		return err;
	if (err == -EINVAL)
		seek->why = arena_printf(seek->arena, "libpfm rejects %s: %s",
					 seek->event_name, text);
	else if (cpc_is_other_preset(seek->event_name) && cpc_try_hardware())
		seek->why = cpc_why_not_counted(seek->arena, seek->event_name,
						seek->parts.mode, -ENOENT);
	else
		seek->why = cpc_why_unknown(seek->arena, seek->event_name,
					    err != -ELIBACC);
	return err;
}

/* Finds the event. Returns 0 or -errno. */
static int find_event(struct seek *seek)
{
	const struct cpc_name *parts = &seek->parts;
	const struct cpc_event *row = cpc_event_find(seek->event_name);
	const char *text = NULL;
	int err;

	if (row) {
		seek->event = *row;
		if (!parts->has_mask)
			return 0;
		seek->why = arena_printf(seek->arena, "%s has no mask: masks "
					 "belong to events of the processor's "
					 "vendor", seek->event_name);
		return -EINVAL;
	}
	err = cpc_vendor_find(seek->event_name, parts->has_mask, parts->mask,
			      &seek->event, &text);
	return err ? unknown_event(seek, err, text) : 0;
}

/* Can the event occur as the name says? Returns 0 or -errno. */
static int check_parts(struct seek *seek)
{
	const struct cpc_event *event = &seek->event;

	if (event->place == CPC_KERNEL && !seek->parts.in_kernel) {
		seek->why = arena_printf(seek->arena, "%s happen in the kernel, "
					 "never in a program: write "
					 "%s-kernel-%llu", seek->event_name,
					 seek->event_name, (unsigned long long)
					 seek->parts.count);
		return -EINVAL;
	}
	if (seek->parts.count < event->min) {
		seek->why = arena_printf(seek->arena, "the smallest count of %s "
					 "is %llu%s", seek->event_name,
					 (unsigned long long)event->min,
					 event->place == CPC_CLOCK ?
						 " nanoseconds" : "");
		return -ERANGE;
	}
	return 0;
}

/* Returns 0, or -errno with the reason in seek->why if it is wanted. */
static int resolve(struct seek *seek, const char *name,
		   struct kern_counter *ret)
{
	int err = cpc_parse(name, &seek->parts);

	if (err == -ERANGE)
		seek->why = "the count or the mask is too large";
	if (err)
		return err;
	seek->event_name = arena_strndup(seek->arena, seek->parts.event,
					 seek->parts.event_len);
	err = find_event(seek);
	if (!err)
		err = check_parts(seek);
	if (err)
		return err;
	*ret = (struct kern_counter){
		.type = seek->event.type,
		.config = seek->event.config,
		.config1 = seek->event.config1,
		.config2 = seek->event.config2,
		.period = seek->parts.count,
		.without_user = !seek->parts.in_user,
		.without_kernel = !seek->parts.in_kernel,
	};
	/* what the kernel itself counts is available on all machines */
	if (cpc_is_hardware(&seek->event))
		err = kern_counter_try(ret);
	if (err && seek->wants_why)
		seek->why = cpc_why_not_counted(seek->arena, seek->event_name,
						seek->parts.mode, err);
	return err;
}

/* Finds the probe of that name, or creates it: 0 or -errno. */
static int probe_named(struct cpc_state *state, const char *name,
		       struct seek *seek)
{
	struct kern_counter counter;
	struct event_probe *one;
	int err;

	if (event_probes_has(&state->probes, name))
		return 0;
	err = resolve(seek, name, &counter);
	if (err)
		return err;
	one = event_probes_add(&state->probes, "cpc", name);
	one->class_name = "cpc";
	one->counter = counter;
	one->irq = cpc_is_hardware(&seek->event) ||
		   seek->event.place == CPC_CLOCK ? ABI_IRQ_ALWAYS :
						    ABI_IRQ_NEVER;
	/*
	 * The event's own count tells how often the program must have run,
	 * except for an interrupt in progress.
	 */
	one->counts_runs = seek->event.place != CPC_CLOCK;
	one->slack = cpc_is_hardware(&seek->event);
	return 0;
}

static void list_event(struct cpc_state *state, const char *event,
		       uint64_t count, const char *mode)
{
	struct seek seek = { .arena = state->probes.env->arena };

	probe_named(state, arena_printf(seek.arena, "%s-%s-%llu", event, mode,
					(unsigned long long)count), &seek);
}

static void list_vendor(void *arg, const char *name)
{
	enum { LISTED = 1000000 };

	list_event(arg, name, LISTED, "all");
}

/* Creates a probe for each event that can be counted, as shown by a trial. */
static void list_all(struct cpc_state *state)
{
	bool has_hardware = cpc_try_hardware() == 0;
	const struct cpc_event *event;

	if (state->has_listed)
		return;
	state->has_listed = true;
	for (size_t i = 0; (event = cpc_event_at(i)); i++)
		if (has_hardware || !cpc_is_hardware(event))
			list_event(state, event->name, event->listed, "all");
	if (has_hardware)
		cpc_vendor_names(list_vendor, state);
}

/* No reason is given for a name that could be another provider's. */
static void explain(struct cpc_state *state, const struct probe_spec *spec,
		    struct prov_why *why_ret)
{
	struct seek seek = { .arena = state->probes.env->arena,
			     .wants_why = true };
	int err = probe_named(state, spec->name, &seek);

	if (err == -ENOENT && !seek.why && !strcmp(spec->provider, "cpc"))
		seek.why = cpc_why_form(state->probes.env->arena, spec->name);
	if (err && seek.why && why_ret)
		why_ret->text = seek.why;
}

static int cpc_match(void *p, const struct probe_spec *spec,
		     struct prov_sink *sink, struct prov_why *why_ret)
{
	struct cpc_state *state = p;
	struct seek seek = { .arena = state->probes.env->arena };

	if (!spec->id && !spec_matches(spec, "cpc", "", "", spec->name))
		return 0;
	if (spec->id || !glob_is_plain(spec->name) || !*spec->name)
		list_all(state);
	else if (why_ret)
		explain(state, spec, why_ret);
	else
		probe_named(state, spec->name, &seek);
	return event_probes_match(&state->probes, spec, sink);
}

static void cpc_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct cpc_state *state = p;

	event_probes_enable(&state->probes, site, clause);
}

/* ----------------------------------------------------- generating, attaching */

static int cpc_generate(void *p, struct gen *gen)
{
	struct cpc_state *state = p;

	return event_probes_generate(&state->probes, gen);
}

static int cpc_attach(void *p, const int *prog_fds, struct kern_links *links,
		      struct strbuf *warn)
{
	struct cpc_state *state = p;

	return event_probes_attach(&state->probes, prog_fds, links, warn);
}

static int cpc_start(void *p, struct strbuf *warn)
{
	struct cpc_state *state = p;
	int err = 0;
	const struct cpu_event *failed =
		cpu_events_start(&state->probes.events, &err);

	if (failed)
		printable_line(warn, "cpc:::%s: can't count on CPU %u: %s",
			       state->probes.all.v[failed->probe_idx]
				       .probe->name,
			       failed->cpu,
			       err == -EBUSY ?
			       "the processor's counters are all in use; "
			       "enable fewer such probes at once" :
			       strerror(-err));
	return err;
}

/*
 * An event fires when its count reaches the period again. If the interrupt
 * comes more than a period late, firings are missed.
 */
static uint64_t cpc_stop(void *p)
{
	struct cpc_state *state = p;
	struct cpu_events *events = &state->probes.events;
	uint64_t sum = 0;

	for (size_t i = 0; i < events->all.cnt; i++) {
		const struct cpu_event *event = &events->all.v[i];
		const struct event_probe *one =
			&state->probes.all.v[event->probe_idx];
		uint64_t cnt, fire_cnt;

		if (!one->counts_runs || kern_counter_stop(event->fd, &cnt))
			continue;
		fire_cnt = cnt / one->counter.period;
		sum += fire_cnt > one->slack ? fire_cnt - one->slack : 0;
	}
	cpu_events_close(events);
	return sum;
}

static const struct probe *cpc_lookup(void *p, uint32_t prog_id,
				      uint32_t probe_tag, uint32_t tgid)
{
	struct cpc_state *state = p;

	(void)prog_id;
	(void)tgid;
	return event_probes_lookup(&state->probes, probe_tag);
}

const struct provider_ops provider_cpc = {
	.name = "cpc",
	.create = cpc_create,
	.destroy = cpc_destroy,
	.match = cpc_match,
	.enable = cpc_enable,
	.generate = cpc_generate,
	.attach = cpc_attach,
	.start = cpc_start,
	.stop = cpc_stop,
	.lookup = cpc_lookup,
};
