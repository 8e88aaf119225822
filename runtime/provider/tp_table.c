/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Providers whose probes are tracepoints of the kernel: the rows of
 * tracepoints.def, looked up in the types of the running kernel. One state
 * per provider; each probe that has clauses is a program on its tracepoint.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/kernel/event.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/tp_operand.h"
#include "runtime/record.h"
#include "runtime/types/btf.h"

enum { TP_ARG_TYPE_MAX = 8 };

struct tp_row {
	const char *provider, *name;
	const char *tracepoint; /* NULL: there is no such probe yet */
	const char *when, *args, *types;
};

static const struct tp_row rows[] = {
#define TP_PROVIDER(provider)
#define TP(provider, name, tracepoint, when, args, types) \
	{ #provider, name, tracepoint, when, args, types },
#define TP_LATER(provider, name) { #provider, name, NULL, NULL, NULL, NULL },
#include "runtime/provider/tracepoints.def"
#undef TP
#undef TP_LATER
#undef TP_PROVIDER
};

enum { ROW_CNT = sizeof(rows) / sizeof(rows[0]) };

/* d-language.md 21: the same for all of them so far */
static const struct stability tp_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
};

/* A row on this kernel. */
struct tp_probe {
	const struct tp_row *row;
	bool is_looked_up;
	bool is_missing; /* the kernel lacks the tracepoint or a member */
	const struct probe *probe; /* NULL: nobody asked for it yet */
	struct probe_abi abi;
	VEC(const struct clause *) clauses;
	uint32_t prog_id; /* if it has clauses */
};

struct tp_state {
	const struct prov_env *env;
	const char *provider;
	struct tp_probe probes[ROW_CNT]; /* those of other providers unused */
};

static void *tp_create(const struct prov_env *env, const char *provider)
{
	struct tp_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	state->provider = provider;
	for (int i = 0; i < ROW_CNT; i++)
		state->probes[i].row = &rows[i];
	return state;
}

static void tp_destroy(void *p)
{
	struct tp_state *state = p;

	for (int i = 0; i < ROW_CNT; i++)
		vec_deinit(&state->probes[i].clauses);
	free(state);
}

/* ---------------------------------------------------------------- matching */

/* Finds out once what the kernel offers for the row. Returns 0 or -errno. */
static int resolve(const struct prov_env *env, struct tp_probe *one)
{
	const struct tp_row *row = one->row;
	struct type_table *types = env->types;
	struct btf_func func;
	int err;

	if (!types->source)
		return -ENOENT;
	err = btf_tracepoint_find(types->source, types, NULL, row->tracepoint,
				  &func);
	if (err)
		return err;
	one->abi.context = ABI_RAW_TP;
	one->abi.active_state = RT_ACTIVE;
	err = tp_condition(row->when, func.type->params, func.type->param_cnt,
			   &one->abi.when);
	if (err)
		return err;
	return tp_arguments(row->args, func.type->params,
			    func.type->param_cnt, one->abi.args);
}

static bool is_there(struct tp_state *state, struct tp_probe *one)
{
	if (!one->is_looked_up) {
		one->is_looked_up = true;
		one->is_missing = resolve(state->env, one) != 0;
	}
	return !one->is_missing;
}

static void tell(struct tp_state *state, const struct tp_probe *one,
		 struct prov_sink *sink)
{
	const char *types[TP_ARG_TYPE_MAX];
	const struct type *natives[TP_ARG_TYPE_MAX] = { NULL };
	struct prov_match match = {
		.probe = one->probe,
		.arg_types = types,
		.arg_natives = natives,
		.attrs = tp_attrs,
	};

	for (size_t i = 0; i < TP_ARG_TYPE_MAX; i++)
		if (!one->abi.args[i].func)
			natives[i] = one->abi.args[i].type;
	match.arg_cnt = prov_arg_types(state->env->arena, one->row->types,
				       types, TP_ARG_TYPE_MAX);
	sink->found(sink, &match);
}

/* Says why a probe that was named is not there. */
static void explain(struct tp_state *state, const struct probe_spec *spec,
		    const struct tp_row *row, const char **why_ret)
{
	struct arena *arena = state->env->arena;

	if (!why_ret || !glob_is_plain(spec->name))
		return;
	if (row->tracepoint)
		*why_ret = arena_printf(arena, "this kernel has no tracepoint "
					"%s as it is needed",
					row->tracepoint);
	else
		*why_ret = arena_printf(arena, "the probe %s:::%s is not "
					"supported yet", row->provider,
					row->name);
}

/* Whether the description means this row. By number: if it has that number. */
static bool is_matched(struct tp_state *state, const struct probe_spec *spec,
		       struct tp_probe *one, const char **why_ret)
{
	const struct tp_row *row = one->row;

	if (strcmp(row->provider, state->provider) ||
	    (!spec->id && !spec_matches(spec, row->provider, "vmlinux", "",
					row->name)))
		return false;
	if (!row->tracepoint || !is_there(state, one)) {
		explain(state, spec, row, why_ret);
		return false;
	}
	if (!one->probe)
		one->probe = probe_get(state->env->probes, row->provider,
				       "vmlinux", "", row->name);
	return !spec->id || spec->id == one->probe->id;
}

static int tp_match(void *p, const struct probe_spec *spec,
		    const struct clause *clause, struct prov_sink *sink,
		    const char **why_ret)
{
	struct tp_state *state = p;
	int cnt = 0;

	for (int i = 0; i < ROW_CNT; i++) {
		struct tp_probe *one = &state->probes[i];

		if (!is_matched(state, spec, one, why_ret))
			continue;
		cnt++;
		if (sink)
			tell(state, one, sink);
		if (clause && (!one->clauses.cnt ||
			       one->clauses.v[one->clauses.cnt - 1] != clause))
			vec_push(&one->clauses, clause);
	}
	return cnt;
}

/* ------------------------------------------------- generating and attaching */

static bool tp_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct tp_probe *one = p;

	(void)tag;
	prov_abi_name(one->probe, ret);
	return true;
}

static int tp_generate(void *p, struct gen *gen)
{
	struct tp_state *state = p;

	for (int i = 0; i < ROW_CNT; i++) {
		struct tp_probe *one = &state->probes[i];
		int err;

		if (!one->clauses.cnt)
			continue;
		one->abi.probe_tag = (uint32_t)i;
		one->abi.names = (struct abi_names){ .name = tp_name,
						     .arg = one };
		err = gen_program(gen, one->row->provider, &one->abi,
				  one->clauses.v, one->clauses.cnt,
				  &one->prog_id);
		if (err)
			return err;
	}
	return 0;
}

static int tp_attach(void *p, const int *prog_fds, struct kern_links *links,
		     struct strbuf *warn)
{
	struct tp_state *state = p;
	int err = 0;

	for (int i = 0; i < ROW_CNT && !err; i++) {
		const struct tp_probe *one = &state->probes[i];
		struct kern_log log = { 0 };

		if (!one->clauses.cnt)
			continue;
		err = kern_tracepoint_attach(links, prog_fds[one->prog_id],
					     one->row->tracepoint, false,
					     &log);
		if (err)
			strbuf_printf(warn, "%s:::%s: %s\n",
				      one->row->provider, one->row->name,
				      strbuf_text(&log.message));
		kern_log_deinit(&log);
	}
	return err;
}

static const struct probe *tp_lookup(void *p, uint32_t prog_id,
				     uint32_t probe_tag, uint32_t tgid)
{
	struct tp_state *state = p;

	(void)prog_id;
	(void)tgid;
	return probe_tag < ROW_CNT ? state->probes[probe_tag].probe : NULL;
}

#define TP(provider, name, tracepoint, when, args, types)
#define TP_LATER(provider, name)
#define TP_PROVIDER(prov) \
	static void *tp_create_##prov(const struct prov_env *env) \
	{ \
		return tp_create(env, #prov); \
	} \
	const struct provider_ops provider_##prov = { \
		.name = #prov, \
		.create = tp_create_##prov, \
		.destroy = tp_destroy, \
		.match = tp_match, \
		.generate = tp_generate, \
		.attach = tp_attach, \
		.lookup = tp_lookup, \
	};
#include "runtime/provider/tracepoints.def"
