/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Providers whose probes are tracepoints of the kernel: the rows of
 * tracepoints.def, looked up in the types of the running kernel. One state
 * per provider. Each source of a probe is a program on its tracepoint or,
 * where the kernel lacks one, at a function (tp_kprobe.c).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/glob.h"
#include "base/text/printable.h"
#include "runtime/common/record.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/tracepoint_link.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/tracepoint/tp_explain.h"
#include "runtime/provider/tracepoint/tp_software_event.h"
#include "runtime/provider/tracepoint/tp_source.h"

enum { TP_ARG_TYPE_MAX = 8 };

struct tp_probe {
	const struct tp_row *rows;
	size_t cnt;
	const char *module, *function, *name; /* of its first row */
	bool is_looked_up;
	struct tp_source *sources; /* [cnt], owned; set when it is looked up */
	const struct probe *probe; /* NULL: not requested yet */
	VEC(const struct clause *) clauses;
};

struct tp_state {
	const struct prov_env *env;
	const char *provider;
	const struct stability *attrs;
	VEC(struct tp_probe) probes;
	const struct tp_row *wait; /* the provider's WAIT row, or NULL */
	uint32_t wait_progs[ABI_WAIT_FORGET + 1]; /* [enum abi_wait] */
	struct cpu_events perf;
};

static const char *module_of(struct arena *arena, const struct tp_row *row)
{
	const char *place = row->tracepoint;

	return place ? tp_module_of(arena, &place) : tp_vmlinux;
}

static void name_probe(struct arena *arena, const struct tp_row *row,
		       struct tp_probe *ret)
{
	const char *colon = strchr(row->name, ':');

	ret->module = module_of(arena, row);
	ret->function = "";
	ret->name = row->name;
	if (!colon)
		return;
	ret->function = arena_strndup(arena, row->name,
				      (size_t)(colon - row->name));
	ret->name = colon + 1;
}

static void *tp_create(const struct prov_env *env, const char *provider,
		       const struct stability *attrs)
{
	struct tp_state *state = xcalloc(1, sizeof(*state));
	struct tp_probe *last = NULL;

	state->env = env;
	state->provider = provider;
	state->attrs = attrs;
	for (size_t i = 0; i < tp_row_cnt; i++) {
		const struct tp_row *row = &tp_rows[i];

		if (strcmp(row->provider, provider))
			continue;
		if (row->kind == TP_ROW_WAIT) {
			state->wait = row;
			continue;
		}
		if (last && !strcmp(last->rows->name, row->name)) {
			last->cnt++;
			continue;
		}
		last = vec_add(&state->probes);
		last->rows = row;
		last->cnt = 1;
		name_probe(env->arena, row, last);
	}
	return state;
}

static void tp_destroy(void *p)
{
	struct tp_state *state = p;

	for (size_t i = 0; i < state->probes.cnt; i++) {
		vec_deinit(&state->probes.v[i].clauses);
		free(state->probes.v[i].sources);
	}
	vec_deinit(&state->probes);
	cpu_events_close(&state->perf);
	free(state);
}

/* ---------------------------------------------------------------- matching */

/* The first source that exists; NULL: this kernel has no such probe. */
static const struct tp_source *any_source(const struct tp_probe *one)
{
	for (size_t i = 0; i < one->cnt; i++)
		if (!one->sources[i].is_missing)
			return &one->sources[i];
	return NULL;
}

/* Whether a row before @i has the tracepoint of row @i. */
static bool is_repeated(const struct tp_probe *one, size_t i)
{
	const struct tp_row *row = &one->rows[i];

	for (size_t j = 0; j < i; j++)
		if (!one->sources[j].is_missing &&
		    !strcmp(one->rows[j].tracepoint, row->tracepoint))
			return true;
	return false;
}

/* "tracepoint sched_wakeup, tracepoint sched_switch" */
static const char *events(struct tp_state *state, const struct tp_probe *one)
{
	const char *text = "";

	for (size_t i = 0; i < one->cnt; i++) {
		const struct tp_row *row = &one->rows[i];

		if (one->sources[i].is_missing || is_repeated(one, i))
			continue;
		text = arena_printf(state->env->arena, "%s%s%s %s", text,
				    *text ? ", " : "",
				    row->kind == TP_ROW_FUNC ? "function" :
				    row->kind == TP_ROW_RETURN ? "return of" :
				    row->kind == TP_ROW_PERF ? "perf event" :
							    "tracepoint",
				    row->tracepoint);
	}
	return text;
}

static void look_up(struct tp_state *state, struct tp_probe *one)
{
	if (one->is_looked_up)
		return;
	one->is_looked_up = true;
	one->sources = xcalloc(one->cnt, sizeof(*one->sources));
	tp_sources_find(state->env, one->rows, one->cnt, one->sources);
}

static void tell(struct tp_state *state, const struct tp_probe *one,
		 struct prov_sink *sink)
{
	const struct tp_row *row = one->rows;
	const struct tp_source *source = any_source(one);
	const char *types[TP_ARG_TYPE_MAX];
	const struct type *natives[TP_ARG_TYPE_MAX] = { NULL };
	struct prov_match match = {
		.probe = one->probe,
		.arg_types = types,
		.arg_natives = natives,
		/* the kernel's strings are translated, not passed */
		.has_user_args = !strcmp(row->types, "string"),
		.attrs = state->attrs,
		.event = sink->is_brief ? NULL : events(state, one),
	};

	for (size_t i = 0; i < TP_ARG_TYPE_MAX; i++)
		natives[i] = source->abi.args[i].type;
	if (match.has_user_args)
		natives[0] = NULL;
	match.arg_cnt = prov_arg_types(state->env->arena, row->types, types,
				       TP_ARG_TYPE_MAX);
	sink->found(sink, &match);
}

/* Reports why a probe that was named does not exist. */
static void explain(struct tp_state *state, const struct probe_spec *spec,
		    const struct tp_probe *one, struct prov_why *why_ret)
{
	const struct tp_row *row = one->rows;
	struct arena *arena = state->env->arena;
	int err = one->sources[0].err;
	bool is_meant = glob_is_plain(spec->provider) &&
			glob_is_plain(spec->name);

	/*
	 * rows of functions or of a module all lack the same, even for
	 * iscsi*:::
	 */
	if (one->module != tp_vmlinux || tp_row_is_at_function(row))
		is_meant = !strncmp(spec->provider, row->provider,
				    strlen(row->provider));
	if (!why_ret || !is_meant)
		return;
	if (err == -EMFILE || err == -ENFILE || err == -ENOMEM)
		why_ret->text = arena_printf(arena, "the kernel's types can't "
					     "be read: %s", strerror(-err));
	else if (row->why)
		why_ret->text = row->why;
	else if (tp_row_is_at_function(row))
		why_ret->text = tp_func_why(state->env, row->tracepoint,
					    row->kind == TP_ROW_RETURN,
					    glob_is_plain(spec->name));
	else
		why_ret->text = tp_why_no_tracepoint(arena,
						      row->tracepoint);
}

/* Whether the description matches this probe: by its number, if it has one. */
static bool is_matched(struct tp_state *state, const struct probe_spec *spec,
		       struct tp_probe *one, struct prov_why *why_ret)
{
	const struct tp_row *row = one->rows;
	const char *name = one->name;

	/* the name in a row that never exists can be a pattern */
	if (row->kind == TP_ROW_NEVER && glob_match(name, spec->name))
		name = spec->name;
	if (!spec->id && !spec_matches(spec, row->provider, one->module,
				       one->function, name))
		return false;
	look_up(state, one);
	if (!any_source(one)) {
		explain(state, spec, one, why_ret);
		return false;
	}
	if (!one->probe)
		one->probe = probe_get(state->env->probes, row->provider,
				       one->module, one->function, one->name);
	return !spec->id || spec->id == one->probe->id;
}

static int tp_match(void *p, const struct probe_spec *spec,
		    struct prov_sink *sink, struct prov_why *why_ret)
{
	struct tp_state *state = p;
	int cnt = 0;

	if (!spec->id && !glob_match(spec->provider, state->provider))
		return 0;
	for (size_t i = 0; i < state->probes.cnt; i++) {
		struct tp_probe *one = &state->probes.v[i];

		if (!is_matched(state, spec, one, why_ret))
			continue;
		cnt++;
		if (prov_wants_probes(sink))
			tell(state, one, sink);
		prov_tell_site(sink, (uint32_t)i);
	}
	return cnt;
}

static void tp_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct tp_state *state = p;
	struct tp_probe *one = &state->probes.v[site];

	prov_add_clause(&one->clauses, clause);
}

/* ------------------------------------------------- generating and attaching */

static bool tp_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct tp_probe *one = p;

	(void)tag;
	prov_abi_name(one->probe, ret);
	return true;
}

static int generate_one(struct tp_state *state, struct gen *gen, uint32_t tag)
{
	struct tp_probe *one = &state->probes.v[tag];

	for (size_t i = 0; i < one->cnt; i++) {
		struct tp_source *source = &one->sources[i];
		int err;

		if (source->is_missing)
			continue;
		source->abi.probe_tag = tag;
		source->abi.list.has_loop = source->abi.list.word_cnt &&
					    feature_has(FEAT_bpf_loop);
		source->func.tag = tag;
		source->abi.names = (struct abi_names){ .name = tp_name,
							.arg = one };
		source->abi.filter.launch = prov_launch(state->env);
		err = gen_program(gen, state->provider, &source->abi,
				  one->clauses.v, one->clauses.cnt,
				  &source->prog_id);
		if (err)
			return err;
	}
	return 0;
}

static bool has_clauses(const struct tp_state *state)
{
	for (size_t i = 0; i < state->probes.cnt; i++)
		if (state->probes.v[i].clauses.cnt)
			return true;
	return false;
}

/* The programs that keep waits for those of the probes. */
static int generate_wait(struct tp_state *state, struct gen *gen)
{
	struct probe_abi abi = {
		.context = ABI_RAW_TP,
		.filter.active_state = RT_ACTIVE,
	};
	int err = 0;

	for (int i = ABI_WAIT_BEGIN; i <= ABI_WAIT_FORGET && !err; i++) {
		abi.wait = (enum abi_wait)i;
		err = gen_program(gen, state->provider, &abi, NULL, 0,
				  &state->wait_progs[i]);
	}
	return err;
}

static int tp_generate(void *p, struct gen *gen)
{
	struct tp_state *state = p;
	int err = 0;

	for (size_t i = 0; i < state->probes.cnt && !err; i++)
		if (state->probes.v[i].clauses.cnt)
			err = generate_one(state, gen, (uint32_t)i);
	if (!err && state->wait && has_clauses(state))
		err = generate_wait(state, gen);
	return err;
}

/* Attaches one program to @row's probe or, without one, its provider. */
static int attach_prog(const struct tp_row *row, const char *name,
		       const char *tracepoint, int prog_fd,
		       struct kern_links *links, struct strbuf *warn)
{
	const char *colon = strchr(tracepoint, ':');
	struct kern_log log = { 0 };
	int err = kern_tracepoint_attach(links, prog_fd,
					 colon ? colon + 1 : tracepoint, false,
					 &log);

	if (err)
		printable_line(warn, "%s:::%s: %s", row->provider, name,
			       strbuf_text(&log.message));
	kern_log_deinit(&log);
	return err;
}

static int attach_wait(const struct tp_state *state, enum abi_wait wait,
		       const int *prog_fds, struct kern_links *links,
		       struct strbuf *warn)
{
	const struct tp_row *row = state->wait;

	return attach_prog(row, "",
			   wait == ABI_WAIT_BEGIN ? row->name : row->tracepoint,
			   prog_fds[state->wait_progs[wait]], links, warn);
}

static int attach_one(struct tp_state *state, const struct tp_probe *one,
		      const int *prog_fds, struct kern_links *links,
		      struct strbuf *warn)
{
	int err = 0;

	for (size_t i = 0; i < one->cnt && !err; i++) {
		const struct tp_row *row = &one->rows[i];
		const struct tp_source *source = &one->sources[i];
		int prog_fd;

		if (source->is_missing)
			continue;
		prog_fd = prog_fds[source->prog_id];
		if (tp_row_is_at_function(row))
			err = tp_func_attach(&source->func, &source->abi,
					     prog_fd, links, warn);
		else if (row->kind == TP_ROW_PERF)
			err = tp_perf_attach(&state->perf, state->env,
					     one->probe, row->sw_event, prog_fd,
					     links, warn);
		else
			err = attach_prog(row, one->name, row->tracepoint,
					  prog_fd, links, warn);
	}
	return err;
}

/*
 * Programs at the beginning of waits are attached last, so that the end of no
 * recorded wait is missed.
 */
static int tp_attach(void *p, const int *prog_fds, struct kern_links *links,
		     struct strbuf *warn)
{
	struct tp_state *state = p;
	bool has_wait = state->wait && has_clauses(state);
	int err = has_wait ? attach_wait(state, ABI_WAIT_END, prog_fds, links,
					 warn) : 0;

	for (size_t i = 0; i < state->probes.cnt && !err; i++)
		if (state->probes.v[i].clauses.cnt)
			err = attach_one(state, &state->probes.v[i], prog_fds,
					 links, warn);
	if (has_wait && !err)
		err = attach_wait(state, ABI_WAIT_FORGET, prog_fds, links,
				  warn);
	if (has_wait && !err)
		err = attach_wait(state, ABI_WAIT_BEGIN, prog_fds, links, warn);
	return err;
}

static int tp_start(void *p, struct strbuf *warn)
{
	struct tp_state *state = p;

	return tp_perf_start(&state->perf, warn);
}

static uint64_t tp_stop(void *p)
{
	struct tp_state *state = p;

	return tp_perf_stop(&state->perf);
}

static const struct probe *tp_lookup(void *p, uint32_t prog_id,
				     uint32_t probe_tag, uint32_t tgid)
{
	struct tp_state *state = p;

	(void)prog_id;
	(void)tgid;
	return probe_tag < state->probes.cnt ?
		       state->probes.v[probe_tag].probe : NULL;
}

/* stability; providers differ in two values */
#define TP(provider, name, tracepoint, when, args, types)
#define TP_EACH(provider, name, tracepoint, when, args, types, first, next)
#define TP_ELSE(provider, name, tracepoint, when, args, types)
#define TP_FUNC(provider, name, function, when, args, types)
#define TP_RETURN(provider, name, function, when, args, types)
#define TP_PERF(provider, name, event, when, args, types)
#define TP_NEVER(provider, name, why)
#define TP_WAIT(provider, begin, end)
#define TP_PROVIDER(prov, name_class, arg_level) \
	static const struct stability attrs_##prov[PROVIDER_ATTR_CNT] = { \
		{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA }, \
		{ STABILITY_Private, STABILITY_Private, CLASS_Unknown }, \
		{ STABILITY_Private, STABILITY_Private, CLASS_Unknown }, \
		{ STABILITY_Evolving, STABILITY_Evolving, \
		  CLASS_##name_class }, \
		{ STABILITY_##arg_level, STABILITY_##arg_level, CLASS_ISA }, \
	}; \
	static void *tp_create_##prov(const struct prov_env *env) \
	{ \
		return tp_create(env, #prov, attrs_##prov); \
	} \
	const struct provider_ops provider_##prov = { \
		.name = #prov, \
		.create = tp_create_##prov, \
		.destroy = tp_destroy, \
		.match = tp_match, \
		.enable = tp_enable, \
		.generate = tp_generate, \
		.attach = tp_attach, \
		.start = tp_start, \
		.stop = tp_stop, \
		.lookup = tp_lookup, \
	};
#include "runtime/provider/tracepoint/tracepoints.def"
