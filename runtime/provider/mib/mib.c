/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mib provider: the kernel's counters of network protocols. There are no
 * tracepoints where it counts, and functions count somewhere in the middle, so
 * the processor watches the counters themselves: each CPU has a perf event for
 * writes to its word, at which a program runs. arg0 is the number that was
 * added.
 *
 * A processor can watch RT_WATCH_MAX words at a time. The counters are those of
 * the network namespace that dtrace runs in, as /proc/net shows them to it.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text/glob.h"
#include "base/text/printable.h"
#include "runtime/common/record.h"
#include "runtime/kernel/cpu.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/mib/mib.h"
#include "runtime/provider/perf_event/cpu_events.h"
#include "runtime/provider/provider.h"

/* stability of the probes */
static const struct stability mib_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
};

static const struct mib_counter counters[] = {
#define MIB_SET(set, in_net, member, place, module)
#define COUNTER(name, set, enumerator, shown) \
	{ name, MIB_##set, enumerator, 0, NULL },
#define MESSAGES(name, set, number, shown) \
	{ name, MIB_##set, NULL, number, NULL },
#define MIB_NEVER(name, why) { name, 0, NULL, 0, why },
#include "runtime/provider/mib/counters.def"
#undef MIB_SET
#undef COUNTER
#undef MESSAGES
#undef MIB_NEVER
};

enum { COUNTER_CNT = sizeof(counters) / sizeof(counters[0]) };

struct mib_probe {
	const struct probe *probe; /* NULL: not requested yet */
	VEC(const struct clause *) clauses;
	/* valid if it has clauses, and so are the next two */
	uint8_t watch_idx;
	uint32_t prog_id;
	uint64_t *kaddrs; /* [cpu]; owned */
};

struct mib_state {
	const struct prov_env *env;
	struct mib_places places;
	struct mib_probe probes[COUNTER_CNT];
	uint8_t watch_cnt;
	uint32_t begin_prog; /* its program id; later: */
	int begin_fd;	     /* borrowed */
	struct cpu_events events;
};

static void *mib_create(const struct prov_env *env)
{
	struct mib_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	state->places.types = env->types;
	return state;
}

static void mib_destroy(void *p)
{
	struct mib_state *state = p;

	for (size_t i = 0; i < COUNTER_CNT; i++) {
		vec_deinit(&state->probes[i].clauses);
		free(state->probes[i].kaddrs);
	}
	mib_places_close(&state->places);
	cpu_events_close(&state->events);
	free(state);
}

/* ---------------------------------------------------------------- matching */

/* Does the set of counters exist? 0, -ENXIO or -ENOENT: see mib_set_find(). */
static int try_set(struct mib_state *state, enum mib_set set)
{
	struct kern_log log = { 0 };
	uint64_t kaddr;
	int err = mib_module(set) ? mib_places_open(&state->places, &log) : 0;

	kern_log_deinit(&log);
	/* unreadable memory is reported when the probe is attached */
	if (!mib_module(set) || err)
		return 0;
	err = mib_set_find(&state->places, set, &kaddr);
	return err == -ENXIO || err == -ENOENT ? err : 0;
}

/* Why the probe does not exist; NULL: it does. In the arena or static. */
static const char *why_missing(struct mib_state *state,
			       const struct mib_counter *counter)
{
	struct arena *arena = state->env->arena;
	uint32_t number;
	int err;

	if (counter->why)
		return counter->why;
	if (!prov_machine.watch_addr)
		return "the processor would have to watch the kernel's "
		       "counter, and this kind of processor stops before a "
		       "write, so that atomic writes would never end; use "
		       "ip:::, tcp::: or udp:::";
	err = try_set(state, counter->set);
	if (err == -ENXIO)
		return arena_printf(arena, "it is counted by the kernel's "
				    "module %s, which is not loaded",
				    mib_module(counter->set));
	if (!err)
		err = mib_number(&state->places, counter, &number);
	if (err && counter->enumerator)
		return arena_printf(arena, "this kernel has no counter %.*s",
				    (int)strcspn(counter->enumerator, " "),
				    counter->enumerator);
	return err ? "this kernel has no such counter" : NULL;
}

static void tell(struct mib_state *state, size_t i, struct prov_sink *sink)
{
	const struct prov_match match = {
		.probe = state->probes[i].probe,
		.attrs = mib_attrs,
	};

	sink->found(sink, &match);
}

/* Whether the description matches this probe: by its number, if it has one. */
static bool is_matched(struct mib_state *state, const struct probe_spec *spec,
		       size_t i, struct prov_why *why_ret)
{
	const struct mib_counter *counter = &counters[i];
	struct mib_probe *one = &state->probes[i];
	const char *name = counter->name, *why;

	/* the name of a counter that never exists can be a pattern */
	if (counter->why && glob_match(name, spec->name))
		name = spec->name;
	if (!spec->id && !spec_matches(spec, "mib", "vmlinux", "", name))
		return false;
	why = why_missing(state, counter);
	if (why) {
		if (why_ret && glob_is_plain(spec->name) &&
		    glob_is_plain(spec->provider))
			why_ret->text = why;
		return false;
	}
	if (!one->probe)
		one->probe = probe_get(state->env->probes, "mib", "vmlinux", "",
				       name);
	return !spec->id || spec->id == one->probe->id;
}

static int mib_match(void *p, const struct probe_spec *spec,
		     struct prov_sink *sink, struct prov_why *why_ret)
{
	struct mib_state *state = p;
	int cnt = 0;

	if (!spec->id && !glob_match(spec->provider, "mib"))
		return 0;
	for (size_t i = 0; i < COUNTER_CNT; i++) {
		if (!is_matched(state, spec, i, why_ret))
			continue;
		cnt++;
		if (prov_wants_probes(sink))
			tell(state, i, sink);
		prov_tell_site(sink, (uint32_t)i);
	}
	return cnt;
}

static void mib_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct mib_state *state = p;

	prov_add_clause(&state->probes[site].clauses, clause);
}

/* ------------------------------------------------- generating and attaching */

static bool mib_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct mib_probe *one = p;

	(void)tag;
	prov_abi_name(one->probe, ret);
	return true;
}

static int generate_one(struct mib_state *state, struct gen *gen, uint32_t tag)
{
	struct mib_probe *one = &state->probes[tag];
	struct probe_abi abi = {
		.context = ABI_PERF_EVENT,
		.probe_tag = tag,
		.counts_runs = true,
		.filter = { .active_state = RT_ACTIVE,
			    .launch = prov_launch(state->env) },
		.names = { .name = mib_name, .arg = one },
		.args = { { .kind = ABI_ARG_CONST, .size_bytes = 8,
			    .value = 1 } },
	};

	if (state->watch_cnt == RT_WATCH_MAX)
		return gen_refuse(gen, one->clauses.v[0],
				  "a processor can watch %d mib counters at a "
				  "time; name the ones that you want",
				  RT_WATCH_MAX);
	one->watch_idx = state->watch_cnt++;
	if (mib_is_each_cpu(counters[tag].set)) {
		abi.watch.event = ABI_WATCH_WRITTEN;
		abi.watch.idx = one->watch_idx;
		abi.watch.addr_off = prov_machine.watch_addr;
		abi.args[0].kind = ABI_ARG_GROWTH;
	}
	return gen_program(gen, "mib", &abi, one->clauses.v, one->clauses.cnt,
			   &one->prog_id);
}

static int mib_generate(void *p, struct gen *gen)
{
	const struct probe_abi begin = {
		.context = ABI_RAW_TP,
		.watch.event = ABI_WATCH_BEGIN,
		.filter.active_state = RT_STARTING,
	};
	struct mib_state *state = p;
	int err = 0;

	for (size_t i = 0; i < COUNTER_CNT && !err; i++)
		if (state->probes[i].clauses.cnt)
			err = generate_one(state, gen, (uint32_t)i);
	if (!err && state->watch_cnt)
		err = gen_program(gen, "mib", &begin, NULL, 0,
				  &state->begin_prog);
	return err;
}

/* Finds the words of the counter on all CPUs that are online. */
static int find_words(struct mib_state *state, size_t i, struct strbuf *warn)
{
	struct mib_probe *one = &state->probes[i];
	struct kern_cpus cpus;
	int err = kern_cpus_init(&cpus);

	if (err) {
		printable_line(warn, "mib:::%s: " KERN_CPUS_UNREADABLE ": %s",
			       counters[i].name, strerror(-err));
		return err;
	}
	one->kaddrs = xcalloc(cpus.cpu_max, sizeof(*one->kaddrs));
	for (uint32_t cpu = 0; cpu < cpus.cpu_max && !err; cpu++)
		if (cpus.online[cpu])
			err = mib_find(&state->places, &counters[i], cpu,
				       &one->kaddrs[cpu]);
	if (err)
		printable_line(warn, "mib:::%s: can't find the counter in the "
			       "kernel's memory: %s", counters[i].name,
			       strerror(-err));
	kern_cpus_deinit(&cpus);
	return err;
}

static int attach_one(struct mib_state *state, size_t i, const int *prog_fds,
		      struct kern_links *links, struct strbuf *warn)
{
	const struct mib_probe *one = &state->probes[i];
	const struct kern_counter counter = {
		.what = "a watchpoint (debug register)",
		.type = PERF_TYPE_BREAKPOINT,
		.config2 = sizeof(uint64_t),
		.period = 1,
	};
	const struct cpu_events_program program = {
		.probe = one->probe, .probe_idx = i, .counter = &counter,
		.kaddrs = one->kaddrs, .prog_fd = prog_fds[one->prog_id],
	};
	int err = cpu_events_attach(&state->events, state->env, &program, links,
				    warn);

	if (err == -ENOSPC)
		printable_line(warn, "mib: other tracers or debuggers use "
			       "watchpoints; a processor has %d", RT_WATCH_MAX);
	return err;
}

static int mib_attach(void *p, const int *prog_fds, struct kern_links *links,
		      struct strbuf *warn)
{
	struct mib_state *state = p;
	struct kern_log log = { 0 };
	int err = 0;

	if (!state->watch_cnt)
		return 0;
	err = mib_places_open(&state->places, &log);
	if (err)
		printable_line(warn, "mib: %s", strbuf_text(&log.message));
	kern_log_deinit(&log);
	for (size_t i = 0; i < COUNTER_CNT && !err; i++) {
		if (!state->probes[i].clauses.cnt)
			continue;
		err = find_words(state, i, warn);
		if (!err)
			err = attach_one(state, i, prog_fds, links, warn);
	}
	mib_places_close(&state->places);
	state->begin_fd = prog_fds[state->begin_prog];
	return err;
}

/* The word is watched first, then its value is read: see watchpoint.c. */
static int start_one(const struct mib_state *state,
		     const struct cpu_event *event)
{
	const struct mib_probe *one = &state->probes[event->probe_idx];
	const uint64_t args[] = { one->watch_idx, one->kaddrs[event->cpu] };
	int err = kern_counter_start(event->fd);

	if (err || !mib_is_each_cpu(counters[event->probe_idx].set))
		return err;
	return kern_run_on_cpu(state->begin_fd, event->cpu, args);
}

static int mib_start(void *p, struct strbuf *warn)
{
	struct mib_state *state = p;
	int err = 0;

	for (size_t i = 0; i < state->events.all.cnt && !err; i++) {
		const struct cpu_event *event = &state->events.all.v[i];

		err = start_one(state, event);
		if (err)
			printable_line(warn, "mib:::%s: can't watch on CPU %u: "
				       "%s", counters[event->probe_idx].name,
				       event->cpu, strerror(-err));
	}
	return err;
}

static uint64_t mib_stop(void *p)
{
	struct mib_state *state = p;
	uint64_t sum = 0, cnt;

	for (size_t i = 0; i < state->events.all.cnt; i++)
		if (!kern_counter_stop(state->events.all.v[i].fd, &cnt))
			sum += cnt;
	cpu_events_close(&state->events);
	return sum;
}

static const struct probe *mib_lookup(void *p, uint32_t prog_id,
				      uint32_t probe_tag, uint32_t tgid)
{
	struct mib_state *state = p;

	(void)prog_id;
	(void)tgid;
	return probe_tag < COUNTER_CNT ? state->probes[probe_tag].probe : NULL;
}

const struct provider_ops provider_mib = {
	.name = "mib",
	.create = mib_create,
	.destroy = mib_destroy,
	.match = mib_match,
	.enable = mib_enable,
	.generate = mib_generate,
	.attach = mib_attach,
	.start = mib_start,
	.stop = mib_stop,
	.lookup = mib_lookup,
};
