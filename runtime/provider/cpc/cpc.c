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
#include <unistd.h>

#include "base/cleanup.h"
#include "base/printable.h"
#include "runtime/common/record.h"
#include "runtime/kernel/cpu.h"
#include "runtime/kernel/link/event.h"
#include "runtime/provider/cpc/cpc.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/provider.h"

/* stability of the probes */
static const struct stability cpc_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_CPU },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
};

struct cpc_probe {
	const struct probe *probe;
	struct kern_counter counter;
	enum abi_irq irq;
	/*
	 * The event's own count tells how often the program must have run, but
	 * for an interrupt that is under way.
	 */
	bool counts_runs;
	uint64_t slack;
	VEC(const struct clause *) clauses;
	uint32_t prog_id; /* if it has clauses */
};

/* A counter that is attached. */
struct cpc_open {
	size_t probe_idx;
	uint32_t cpu;
	int event_fd;
};

struct cpc_state {
	const struct prov_env *env;
	VEC(struct cpc_probe) probes;
	VEC(struct cpc_open) open;
	bool has_listed; /* all events that are counted have a probe */
};

static void *cpc_create(const struct prov_env *env)
{
	struct cpc_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	return state;
}

static void close_events(struct cpc_state *state)
{
	for (size_t i = 0; i < state->open.cnt; i++)
		close(state->open.v[i].event_fd);
	state->open.cnt = 0;
}

static void cpc_destroy(void *p)
{
	struct cpc_state *state = p;

	for (size_t i = 0; i < state->probes.cnt; i++)
		vec_deinit(&state->probes.v[i].clauses);
	close_events(state);
	vec_deinit(&state->open);
	vec_deinit(&state->probes);
	free(state);
}

/* ---------------------------------------------------------------- matching */

/*
 * A name that is being resolved. Reasons are looked for only if wants_why:
 * near names take a while.
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
		seek->why = arena_printf(seek->arena, "libpfm says of %s: %s",
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

/* Would it count what the name says? Returns 0 or -errno. */
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

/* Returns 0 or -errno, with the reason in seek->why if it is wanted. */
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
	/* what the kernel counts it counts on all machines */
	if (cpc_is_hardware(&seek->event))
		err = kern_counter_try(ret);
	if (err && seek->wants_why)
		seek->why = cpc_why_not_counted(seek->arena, seek->event_name,
						seek->parts.mode, err);
	return err;
}

/* The probe of that name, which is made when it is new: 0 or -errno. */
static int probe_named(struct cpc_state *state, const char *name,
		       struct seek *seek)
{
	struct kern_counter counter;
	struct cpc_probe *one;
	int err;

	for (size_t i = 0; i < state->probes.cnt; i++)
		if (!strcmp(state->probes.v[i].probe->name, name))
			return 0;
	err = resolve(seek, name, &counter);
	if (err)
		return err;
	one = vec_add(&state->probes);
	one->probe = probe_get(state->env->probes, "cpc", "", "", name);
	one->counter = counter;
	one->irq = cpc_is_hardware(&seek->event) ||
		   seek->event.place == CPC_CLOCK ? ABI_IRQ_ALWAYS :
						    ABI_IRQ_NEVER;
	one->slack = cpc_is_hardware(&seek->event);
	one->counts_runs = seek->event.place != CPC_CLOCK;
	return 0;
}

static void list_event(struct cpc_state *state, const char *event,
		       uint64_t count, const char *mode)
{
	struct seek seek = { .arena = state->env->arena };

	probe_named(state, arena_printf(state->env->arena, "%s-%s-%llu", event,
					mode, (unsigned long long)count),
		    &seek);
}

static void list_vendor(void *arg, const char *name)
{
	enum { LISTED = 1000000 };

	list_event(arg, name, LISTED, "all");
}

/* Makes a probe for each event of which a trial says that it is counted. */
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

static bool is_matched(const struct probe_spec *spec,
		       const struct probe *probe)
{
	return spec->id ? spec->id == probe->id :
			  spec_matches(spec, probe->provider, probe->module,
				       probe->function, probe->name);
}

/* A name that could be another provider's has no reason of ours. */
static void explain(struct cpc_state *state, const struct probe_spec *spec,
		    struct prov_why *why_ret)
{
	struct seek seek = { .arena = state->env->arena, .wants_why = true };
	int err = probe_named(state, spec->name, &seek);

	if (err == -ENOENT && !seek.why && !strcmp(spec->provider, "cpc"))
		seek.why = cpc_why_form(state->env->arena, spec->name);
	if (err && seek.why && why_ret)
		why_ret->text = seek.why;
}

static int cpc_match(void *p, const struct probe_spec *spec,
		     struct prov_sink *sink, struct prov_why *why_ret)
{
	struct cpc_state *state = p;
	struct seek seek = { .arena = state->env->arena };
	int cnt = 0;

	if (!spec->id && !spec_matches(spec, "cpc", "", "", spec->name))
		return 0;
	if (spec->id || !glob_is_plain(spec->name) || !*spec->name)
		list_all(state);
	else if (why_ret)
		explain(state, spec, why_ret);
	else
		probe_named(state, spec->name, &seek);
	for (size_t i = 0; i < state->probes.cnt; i++) {
		struct cpc_probe *one = &state->probes.v[i];
		struct prov_match match = { .probe = one->probe,
					    .attrs = cpc_attrs };

		if (!is_matched(spec, one->probe))
			continue;
		cnt++;
		if (prov_wants_probes(sink))
			sink->found(sink, &match);
		prov_tell_site(sink, (uint32_t)i);
	}
	return cnt;
}

static void cpc_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct cpc_state *state = p;
	struct cpc_probe *one = &state->probes.v[site];

	prov_add_clause(&one->clauses, clause);
}

/* -------------------------------------------------------------- generating */

static bool cpc_probe_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct cpc_probe *one = p;

	(void)tag;
	prov_abi_name(one->probe, ret);
	return true;
}

static int cpc_generate(void *p, struct gen *gen)
{
	struct cpc_state *state = p;

	for (size_t i = 0; i < state->probes.cnt; i++) {
		struct cpc_probe *one = &state->probes.v[i];
		struct probe_abi abi = {
			.context = ABI_PERF_EVENT,
			.probe_tag = one->probe->id,
			.irq = one->irq,
			.counts_runs = one->counts_runs,
			.filter.active_state = RT_ACTIVE,
			.names = { .name = cpc_probe_name, .arg = one },
		};
		int err;

		if (!one->clauses.cnt)
			continue;
		prov_pc_args(abi.args);
		err = gen_program(gen, "cpc", &abi, one->clauses.v,
				  one->clauses.cnt, &one->prog_id);
		if (err)
			return err;
	}
	return 0;
}

/* --------------------------------------------------------------- attaching */

static int attach_cpu(struct cpc_state *state, size_t probe_idx, int prog_fd,
		      uint32_t cpu, struct kern_links *links,
		      struct strbuf *warn)
{
	const struct cpc_probe *one = &state->probes.v[probe_idx];
	struct cpc_open open = { .probe_idx = probe_idx, .cpu = cpu };
	struct kern_log log = { 0 };
	int err = kern_counter_attach(links, prog_fd, cpu, &one->counter,
				      &open.event_fd, &log);

	if (!err)
		vec_push(&state->open, open);
	else
		printable_line(warn, "cpc:::%s: %s", one->probe->name,
			       strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}

static int attach_probe(struct cpc_state *state, size_t probe_idx, int prog_fd,
			const struct kern_cpus *cpus, struct kern_links *links,
			struct strbuf *warn)
{
	int64_t only_cpu = state->env->options->value[OPT_cpu];
	int err = 0;

	for (uint32_t cpu = 0; cpu < cpus->cpu_max && !err; cpu++)
		if (cpus->online[cpu] && (only_cpu < 0 || cpu == only_cpu))
			err = attach_cpu(state, probe_idx, prog_fd, cpu, links,
					 warn);
	return err;
}

static int cpc_attach(void *p, const int *prog_fds, struct kern_links *links,
		      struct strbuf *warn)
{
	struct cpc_state *state = p;
	struct kern_cpus cpus;
	int err;

	if (!state->probes.cnt)
		return 0;
	err = kern_cpus_init(&cpus);
	if (err)
		return err;
	for (size_t i = 0; i < state->probes.cnt && !err; i++)
		if (state->probes.v[i].clauses.cnt)
			err = attach_probe(state, i,
					   prog_fds[state->probes.v[i].prog_id],
					   &cpus, links, warn);
	kern_cpus_deinit(&cpus);
	return err;
}

static int cpc_start(void *p, struct strbuf *warn)
{
	struct cpc_state *state = p;
	int err = 0;

	for (size_t i = 0; i < state->open.cnt && !err; i++) {
		const struct cpc_open *open = &state->open.v[i];
		const struct probe *probe =
			state->probes.v[open->probe_idx].probe;

		err = kern_counter_start(open->event_fd);
		if (err)
			printable_line(warn, "cpc:::%s: can't count on CPU %u: "
				       "%s", probe->name, open->cpu,
				       err == -EBUSY ?
				       "the processor's counters are all in "
				       "use; enable fewer such probes at once" :
				       strerror(-err));
	}
	return err;
}

/*
 * An event fires when its count has reached the period again. A processor whose
 * interrupt comes late by more than a period leaves firings out, too.
 */
static uint64_t cpc_stop(void *p)
{
	struct cpc_state *state = p;
	uint64_t sum = 0;

	for (size_t i = 0; i < state->open.cnt; i++) {
		const struct cpc_open *open = &state->open.v[i];
		const struct cpc_probe *one = &state->probes.v[open->probe_idx];
		uint64_t cnt, fire_cnt;

		if (!one->counts_runs ||
		    kern_counter_stop(open->event_fd, &cnt))
			continue;
		fire_cnt = cnt / one->counter.period;
		sum += fire_cnt > one->slack ? fire_cnt - one->slack : 0;
	}
	close_events(state);
	return sum;
}

static const struct probe *cpc_lookup(void *p, uint32_t prog_id,
				      uint32_t probe_tag, uint32_t tgid)
{
	struct cpc_state *state = p;

	(void)prog_id;
	(void)tgid;
	for (size_t i = 0; i < state->probes.cnt; i++)
		if (state->probes.v[i].probe->id == probe_tag)
			return state->probes.v[i].probe;
	return NULL;
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
