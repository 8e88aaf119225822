/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Providers whose probes are tracepoints of the kernel: the rows of
 * tracepoints.def, looked up in the types of the running kernel. One state
 * per provider. Rows of one name that stand together are one probe with
 * several sources, each of which is a program on its tracepoint or, where the
 * kernel lacks one, at a function (tp_kprobe.c).
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/glob.h"
#include "base/text/printable.h"
#include "runtime/common/record.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/tracepoint_link.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/tracepoint/tp_explain.h"
#include "runtime/provider/tracepoint/tp_kprobe.h"
#include "runtime/provider/tracepoint/tp_operand.h"
#include "runtime/provider/tracepoint/tp_software_event.h"
#include "runtime/types/btf.h"

enum { TP_ARG_TYPE_MAX = 8 };

enum row_kind {
	ROW_TP,
	ROW_EACH, /* the same for each element of a list */
	ROW_ELSE, /* replaces the row before it, if that one is missing */
	ROW_FUNC, /* at a function; adjacent rows belong together */
	ROW_RETURN, /* at the return of a function */
	ROW_PERF, /* at a software event of perf */
	ROW_NEVER,
	ROW_WAIT, /* no probe: tracepoints of waits, for other rows */
};

struct tp_row {
	enum row_kind kind;
	/* "NAME" or "FUNCTION:NAME"; WAIT: the tracepoint at the beginning */
	const char *provider, *name;
	const char *tracepoint;
	const char *when, *args, *types;
	const char *why;   /* NEVER */
	uint32_t sw_event; /* PERF: enum perf_sw_ids */
	const char *first, *next; /* EACH */
};

static const struct tp_row rows[] = {
#define TP_PROVIDER(provider, name_class, arg_level)
#define ROW(row_kind, prov, probe, place, cond, values, texts) \
	.kind = row_kind, .provider = prov, .name = probe, \
	.tracepoint = place, .when = cond, .args = values, .types = texts
#define TP(provider, name, tracepoint, when, args, types) \
	{ ROW(ROW_TP, #provider, name, tracepoint, when, args, types) },
#define TP_EACH(provider, name, tracepoint, when, args, types, head, link) \
	{ ROW(ROW_EACH, #provider, name, tracepoint, when, args, types), \
	  .first = head, .next = link },
#define TP_ELSE(provider, name, tracepoint, when, args, types) \
	{ ROW(ROW_ELSE, #provider, name, tracepoint, when, args, types) },
#define TP_FUNC(provider, name, function, when, args, types) \
	{ ROW(ROW_FUNC, #provider, name, function, when, args, types) },
#define TP_RETURN(provider, name, function, when, args, types) \
	{ ROW(ROW_RETURN, #provider, name, function, when, args, types) },
#define TP_PERF(provider, name, event, when, args, types) \
	{ ROW(ROW_PERF, #provider, name, #event, when, args, types), \
	  .sw_event = PERF_COUNT_SW_##event },
#define TP_NEVER(provider, name, reason) \
	{ ROW(ROW_NEVER, #provider, name, NULL, NULL, NULL, ""), \
	  .why = reason },
#define TP_WAIT(provider, begin, end) \
	{ ROW(ROW_WAIT, #provider, begin, end, NULL, NULL, NULL) },
#include "runtime/provider/tracepoint/tracepoints.def"
#undef ROW
#undef TP
#undef TP_EACH
#undef TP_WAIT
#undef TP_ELSE
#undef TP_FUNC
#undef TP_RETURN
#undef TP_PERF
#undef TP_NEVER
#undef TP_PROVIDER
};

enum { ROW_CNT = sizeof(rows) / sizeof(rows[0]) };

/* A row on this kernel. */
struct tp_source {
	bool is_missing; /* the kernel lacks the tracepoint or a member */
	int err;	 /* the error of resolve() */
	struct probe_abi abi;
	struct tp_func func; /* FUNC, RETURN: the function */
	uint32_t prog_id; /* valid if the probe has clauses */
};

/* A probe: `cnt` rows, beginning with row `first`. */
struct tp_probe {
	size_t first, cnt;
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
	for (size_t i = 0; i < ROW_CNT; i++) {
		if (strcmp(rows[i].provider, provider))
			continue;
		if (rows[i].kind == ROW_WAIT) {
			state->wait = &rows[i];
			continue;
		}
		if (last && !strcmp(rows[last->first].name, rows[i].name)) {
			last->cnt++;
			continue;
		}
		last = vec_add(&state->probes);
		last->first = i;
		last->cnt = 1;
		name_probe(env->arena, &rows[i], last);
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

/*
 * System calls of 32-bit programs have other numbers, and the kernel calls
 * programs there in a way of its own: see probe_access.h.
 */
static void set_syscall(const struct tp_row *row, struct probe_abi *abi)
{
	if (strcmp(row->tracepoint, "sys_enter") &&
	    strcmp(row->tracepoint, "sys_exit"))
		return;
	abi->is_syscall_tp = true;
	abi->compat.off = prov_machine.compat_off;
	abi->compat.bit = prov_machine.compat_bit;
}

static int find_tracepoint(const struct prov_env *env,
			   const struct tp_row *row, struct tp_scope *scope,
			   struct probe_abi *abi)
{
	const char *name = row->tracepoint;
	const char *module = tp_module_of(env->arena, &name);
	struct btf_func func;
	int err;

	if (tp_why_harmful(name))
		return -ENOENT;
	err = btf_tracepoint_find(env->types->source, env->types, module, name,
				  &func);
	/* modules can be parts of the kernel itself */
	if (err == -ENOENT && module != tp_vmlinux)
		err = btf_tracepoint_find(env->types->source, env->types,
					  tp_vmlinux, name, &func);
	if (err)
		return err;
	scope->params = func.type->params;
	scope->param_cnt = func.type->param_cnt;
	abi->context = ABI_RAW_TP;
	set_syscall(row, abi);
	return 0;
}

static bool is_at_function(const struct tp_row *row)
{
	return row->kind == ROW_FUNC || row->kind == ROW_RETURN;
}

/* Finds where the row's program runs, and what its operands mean there. */
static int find_place(const struct prov_env *env, const struct tp_row *row,
		      struct tp_scope *scope, struct tp_source *source)
{
	if (row->kind == ROW_FUNC)
		return tp_func_find(env, row->tracepoint, scope, &source->func,
				    &source->abi);
	if (row->kind == ROW_RETURN)
		return tp_return_find(env, row->tracepoint, scope,
				      &source->func, &source->abi);
	if (row->kind == ROW_PERF) {
		source->abi.context = ABI_PERF_EVENT;
		source->abi.counts_runs = true;
		return 0;
	}
	source->abi.irq = tp_irq(row->tracepoint);
	return find_tracepoint(env, row, scope, &source->abi);
}

/* EACH: the list, and what "element" means in the row's operands. */
static int find_list(const struct tp_row *row, struct tp_scope *scope,
		     struct abi_list *list)
{
	const char *text = row->first;
	const struct type *type;
	uint32_t off_bits;
	int err = tp_operand(&text, scope, &list->first);

	if (err)
		return err;
	type = type_resolve(list->first.type);
	if (type->kind != TYPE_POINTER ||
	    !type_find_member(type_resolve(type->target), row->next, &off_bits))
		return -ENOENT;
	list->next_off = (uint16_t)(off_bits / 8);
	list->word_cnt = (uint8_t)scope->param_cnt;
	scope->element = list->first.type;
	scope->element_off = (int16_t)(8 * scope->param_cnt);
	return 0;
}

/* Finds out what the kernel offers for the row. Returns 0 or -errno. */
static int resolve(const struct prov_env *env, const struct tp_row *row,
		   struct tp_source *source)
{
	struct tp_scope scope = { .arena = env->arena, .types = env->types };
	struct probe_abi *abi = &source->abi;
	int err;

	if (row->kind == ROW_NEVER || !env->types->source)
		return -ENOENT;
	abi->filter.active_state = RT_ACTIVE;
	err = find_place(env, row, &scope, source);
	if (!err && row->kind == ROW_EACH)
		err = find_list(row, &scope, &abi->list);
	if (err)
		return err;
	err = tp_condition(row->when, &scope, abi->filter.when);
	return err ? err : tp_arguments(row->args, &scope, abi->args);
}

/* Does row @i of the probe begin a replacement for the previous rows? */
static bool is_other_way(const struct tp_probe *one, size_t i)
{
	const struct tp_row *row = &rows[one->first + i];

	return row->kind == ROW_ELSE ||
	       (is_at_function(row) && (!i || !is_at_function(&row[-1])));
}

static void look_up(struct tp_state *state, struct tp_probe *one)
{
	bool is_served = false, is_skipped = false;

	if (one->is_looked_up)
		return;
	one->is_looked_up = true;
	one->sources = xcalloc(one->cnt, sizeof(*one->sources));
	for (size_t i = 0; i < one->cnt; i++) {
		const struct tp_row *row = &rows[one->first + i];
		struct tp_source *source = &one->sources[i];
		bool is_tp = row->kind != ROW_ELSE && !is_at_function(row);

		if (is_tp || is_other_way(one, i))
			is_skipped = !is_tp && is_served;
		source->err = is_skipped ? 0 :
					   resolve(state->env, row, source);
		source->is_missing = is_skipped || source->err;
		/* without the first function, the others are only a part */
		if (row->kind == ROW_RETURN && is_other_way(one, i))
			is_skipped = source->is_missing;
		if (is_tp)
			is_served = false;
		if (!source->is_missing)
			is_served = true;
	}
}

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
	const struct tp_row *row = &rows[one->first + i];

	for (size_t j = 0; j < i; j++)
		if (!one->sources[j].is_missing &&
		    !strcmp(rows[one->first + j].tracepoint, row->tracepoint))
			return true;
	return false;
}

/* "tracepoint sched_wakeup, tracepoint sched_switch" */
static const char *events(struct tp_state *state, const struct tp_probe *one)
{
	const char *text = "";

	for (size_t i = 0; i < one->cnt; i++) {
		const struct tp_row *row = &rows[one->first + i];

		if (one->sources[i].is_missing || is_repeated(one, i))
			continue;
		text = arena_printf(state->env->arena, "%s%s%s %s", text,
				    *text ? ", " : "",
				    row->kind == ROW_FUNC ? "function" :
				    row->kind == ROW_RETURN ? "return of" :
				    row->kind == ROW_PERF ? "perf event" :
							    "tracepoint",
				    row->tracepoint);
	}
	return text;
}

static void tell(struct tp_state *state, const struct tp_probe *one,
		 struct prov_sink *sink)
{
	const struct tp_row *row = &rows[one->first];
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
	const struct tp_row *row = &rows[one->first];
	struct arena *arena = state->env->arena;
	int err = one->sources[0].err;
	bool is_meant = glob_is_plain(spec->provider) &&
			glob_is_plain(spec->name);

	/*
	 * rows of functions or of a module all lack the same, even for
	 * iscsi*:::
	 */
	if (one->module != tp_vmlinux || is_at_function(row))
		is_meant = !strncmp(spec->provider, row->provider,
				    strlen(row->provider));
	if (!why_ret || !is_meant)
		return;
	if (err == -EMFILE || err == -ENFILE || err == -ENOMEM)
		why_ret->text = arena_printf(arena, "the kernel's types can't "
					     "be read: %s", strerror(-err));
	else if (row->why)
		why_ret->text = row->why;
	else if (is_at_function(row))
		why_ret->text = tp_func_why(state->env, row->tracepoint,
					    row->kind == ROW_RETURN,
					    glob_is_plain(spec->name));
	else
		why_ret->text = tp_why_no_tracepoint(arena,
						      row->tracepoint);
}

/* Whether the description matches this probe: by its number, if it has one. */
static bool is_matched(struct tp_state *state, const struct probe_spec *spec,
		       struct tp_probe *one, struct prov_why *why_ret)
{
	const struct tp_row *row = &rows[one->first];
	const char *name = one->name;

	/* the name in a row that never exists can be a pattern */
	if (row->kind == ROW_NEVER && glob_match(name, spec->name))
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
		const struct tp_row *row = &rows[one->first + i];
		const struct tp_source *source = &one->sources[i];
		int prog_fd;

		if (source->is_missing)
			continue;
		prog_fd = prog_fds[source->prog_id];
		if (is_at_function(row))
			err = tp_func_attach(&source->func, &source->abi,
					     prog_fd, links, warn);
		else if (row->kind == ROW_PERF)
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
