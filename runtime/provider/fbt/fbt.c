/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fbt provider: entry and return of the kernel's functions.
 *
 *	fbt    : vmlinux or module : function : entry | return
 *	rawfbt : the same, without types; also the copies of functions that
 *		 the compiler made (NAME.isra.0, NAME.part.1)
 *
 * Each function has two sets of clauses, those that run at its entry and at
 * its return. How they become programs: fbt_shared_program.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/provider/fbt/fbt.h"

/* stability of the probes */
static const struct stability fbt_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
};

static void *create(const struct prov_env *env, const char *provider)
{
	struct fbt_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	state->provider = provider;
	state->is_raw = !strcmp(provider, "rawfbt");
	vec_add(&state->sets);
	return state;
}

static void fbt_destroy(void *p)
{
	struct fbt_state *state = p;

	for (size_t i = 0; i < state->classes.cnt; i++) {
		vec_deinit(&state->classes.v[i]->sites);
		free(state->classes.v[i]);
	}
	vec_deinit(&state->classes);
	vec_deinit(&state->sets);
	fbt_list_deinit(&state->list);
	free(state);
}

/* ---------------------------------------------------------------- matching */

struct matching {
	struct fbt_state *state;
	const struct probe_spec *spec;
	struct prov_sink *sink; /* or NULL */
	int cnt;
	const char *left_out; /* why the last one was */
};

static void add_type(struct fbt_state *state, struct prov_match *match,
		     const char **types, const struct type **natives,
		     const struct type *type)
{
	types[match->arg_cnt] = type_text(state->env->arena, type);
	natives[match->arg_cnt++] = type;
}

static void tell(struct matching *m, const struct fbt_func *func,
		 enum fbt_way way)
{
	const char *types[ABI_ARG_MAX];
	const struct type *natives[ABI_ARG_MAX] = { NULL };
	static const uint8_t result_map[] = { 0, 1 };
	struct fbt_state *state = m->state;
	struct prov_match match = {
		.probe = fbt_probe(state, func, way),
		.arg_types = types,
		.attrs = fbt_attrs,
	};
	const struct type *proto = NULL;

	if (!m->sink->is_brief && !state->is_raw)
		proto = fbt_prototype(state->env->types, func);
	if (proto)
		match.arg_natives = natives;
	if (proto && way == FBT_ENTRY) {
		for (size_t i = 0; i < proto->param_cnt && i < ABI_ARG_MAX; i++)
			add_type(state, &match, types, natives,
				 proto->params[i]);
	} else if (proto && type_resolve(proto->target)->kind != TYPE_VOID) {
		types[match.arg_cnt++] = "uint64_t"; /* where it returned */
		add_type(state, &match, types, natives, proto->target);
		match.arg_map = result_map;
	}
	m->sink->found(m->sink, &match);
}

static void match_way(struct matching *m, uint32_t func_idx, enum fbt_way way)
{
	struct fbt_state *state = m->state;
	struct fbt_func *func = &state->list.funcs.v[func_idx];
	const struct probe_spec *spec = m->spec;

	if (spec->id ? fbt_probe(state, func, way)->id != spec->id :
		       !glob_match(spec->name, fbt_way_names[way]))
		return;
	if (fbt_why(&state->list, func)) {
		m->left_out = func->why;
		if (m->sink && m->sink->left_out && way == FBT_ENTRY)
			m->sink->left_out(m->sink, func->module, func->name,
					  func->why);
		return;
	}
	m->cnt++;
	if (prov_wants_probes(m->sink))
		tell(m, func, way);
	prov_tell_site(m->sink, func_idx * FBT_WAY_CNT + way);
}

static bool is_shown(const struct fbt_state *state, const struct fbt_func *func)
{
	return state->is_raw || !strchr(func->name, '.');
}

static void match_all(struct matching *m)
{
	struct fbt_state *state = m->state;
	const struct probe_spec *spec = m->spec;

	for (uint32_t i = 0; i < state->list.funcs.cnt; i++) {
		struct fbt_func *func = &state->list.funcs.v[i];

		if (!is_shown(state, func))
			continue;
		if (!spec->id && (!glob_match(spec->function, func->name) ||
				  !glob_match(spec->module, func->module)))
			continue;
		if (spec->id && fbt_why(&state->list, func))
			continue; /* it has no number */
		for (int way = 0; way < FBT_WAY_CNT; way++)
			match_way(m, i, (enum fbt_way)way);
	}
}

static bool may_match(const struct fbt_state *state,
		      const struct probe_spec *spec)
{
	return spec->id || (glob_match(spec->provider, state->provider) &&
			    (glob_match(spec->name, fbt_way_names[FBT_ENTRY]) ||
			     glob_match(spec->name, fbt_way_names[FBT_RETURN])));
}

/* Why a description that can only mean functions finds none. */
static void explain(const struct matching *m, struct prov_why *why_ret)
{
	const struct fbt_state *state = m->state;

	if (m->cnt || !why_ret || strcmp(m->spec->provider, state->provider))
		return;
	if (state->list.problem)
		why_ret->text = state->list.problem;
	else if (m->left_out && glob_is_plain(m->spec->function))
		why_ret->text = m->left_out;
}

static int fbt_match(void *p, const struct probe_spec *spec,
		     struct prov_sink *sink, struct prov_why *why_ret)
{
	struct fbt_state *state = p;
	struct matching m = { state, spec, sink, 0, NULL };

	if (!may_match(state, spec))
		return 0;
	if (!state->is_loaded)
		fbt_list_init(&state->list, state->env->arena,
			      state->env->kallsyms);
	state->is_loaded = true;
	match_all(&m);
	explain(&m, why_ret);
	return m.cnt;
}

/* ---------------------------------------------------------------- enabling */

/* The set of clauses @from and also @clause, which is the newest there is. */
static uint32_t set_with(struct fbt_state *state, uint32_t from,
			 const struct clause *clause)
{
	if (state->sets.v[from].clause == clause)
		return from;
	for (size_t i = state->sets.cnt; i-- > 1;)
		if (state->sets.v[i].prev == from &&
		    state->sets.v[i].clause == clause)
			return (uint32_t)i;
	*vec_add(&state->sets) = (struct fbt_set){
		.prev = from,
		.clause_cnt = state->sets.v[from].clause_cnt + 1,
		.clause = clause,
	};
	return (uint32_t)state->sets.cnt - 1;
}

static void fbt_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct fbt_state *state = p;
	struct fbt_func *func = &state->list.funcs.v[site / FBT_WAY_CNT];
	uint32_t *set = &func->set[site % FBT_WAY_CNT];

	if (!*set)
		state->wanted_cnt += func->site_cnt;
	*set = set_with(state, *set, clause);
}

static const struct probe *fbt_lookup(void *p, uint32_t prog_id,
				      uint32_t probe_tag, uint32_t tgid)
{
	struct fbt_state *state = p;

	(void)tgid;
	for (size_t i = 0; i < state->classes.cnt; i++) {
		const struct fbt_class *class = state->classes.v[i];

		if (class->prog_id == prog_id && probe_tag < class->sites.cnt)
			return fbt_probe(state,
					 fbt_site_func(class, probe_tag),
					 class->way);
	}
	return NULL;
}

#define FBT(prov) \
	static void *create_##prov(const struct prov_env *env) \
	{ \
		return create(env, #prov); \
	} \
	const struct provider_ops provider_##prov = { \
		.name = #prov, \
		.create = create_##prov, \
		.destroy = fbt_destroy, \
		.match = fbt_match, \
		.enable = fbt_enable, \
		.generate = fbt_generate, \
		.attach = fbt_attach, \
		.lookup = fbt_lookup, \
	}

FBT(fbt);
FBT(rawfbt);
