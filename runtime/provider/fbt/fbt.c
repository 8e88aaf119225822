/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fbt provider: entry and return of the kernel's functions.
 *
 *	fbt    : vmlinux or module : function : entry, return or an offset in
 *		 hexadecimal
 *	rawfbt : the same, without types; also the copies of functions that
 *		 the compiler made (NAME.isra.0, NAME.part.1)
 *
 * Each function has two sets of clauses, those that run at its entry and at
 * its return, and each offset that a description names has one. How they become
 * programs: fbt_generate.c.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/glob.h"
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
	vec_deinit(&state->offsets);
	fbt_list_deinit(&state->list);
	free(state);
}

/* ---------------------------------------------------------------- matching */

struct matching {
	struct fbt_state *state;
	const struct probe_spec *spec;
	struct prov_sink *sink; /* or NULL */
	bool is_offset;
	uint32_t off_bytes;
	int cnt;
	const char *left_out; /* why the last one was */
	const char *copy; /* of the function, whose probes rawfbt has */
};

static void add_type(struct fbt_state *state, struct prov_match *match,
		     const char **types, const struct type **natives,
		     const struct type *type)
{
	types[match->arg_cnt] = type_text(state->env->arena, type);
	natives[match->arg_cnt++] = type;
}

static void tell(struct matching *m, const struct fbt_func *func,
		 enum fbt_way way, const char *name)
{
	const char *types[ABI_ARG_MAX];
	const struct type *natives[ABI_ARG_MAX] = { NULL };
	static const uint8_t result_map[] = { 0, 1 };
	struct fbt_state *state = m->state;
	struct prov_match match = {
		.probe = fbt_probe(state, func, name),
		.arg_types = types,
		.attrs = fbt_attrs,
	};
	const struct type *proto = NULL;

	if (!m->sink->is_brief && !state->is_raw && way != FBT_OFFSET)
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

static void leave_out(struct matching *m, const struct fbt_func *func,
		      const char *why, bool is_told)
{
	m->left_out = why;
	if (m->sink && m->sink->left_out && is_told)
		m->sink->left_out(m->sink, func->module, func->name, why);
}

/* Why the function is not probed; NULL: it is. */
static const char *why_not(const struct matching *m, struct fbt_func *func)
{
	const struct fbt_list *list = &m->state->list;

	return m->spec->id || glob_is_plain(m->spec->function) ?
		       fbt_why(list, func) : fbt_why_in_pattern(list, func);
}

static void match_way(struct matching *m, uint32_t func_idx, enum fbt_way way)
{
	struct fbt_state *state = m->state;
	struct fbt_func *func = &state->list.funcs.v[func_idx];
	const struct probe_spec *spec = m->spec;
	const char *name = fbt_way_names[way], *why;

	if (spec->id ? fbt_probe(state, func, name)->id != spec->id :
		       !glob_match(spec->name, name))
		return;
	why = why_not(m, func);
	if (why) {
		leave_out(m, func, why, way == FBT_ENTRY);
		return;
	}
	m->cnt++;
	if (prov_wants_probes(m->sink))
		tell(m, func, way, name);
	prov_tell_site(m->sink, func_idx * FBT_WAY_CNT + way);
}

/* Sites of offsets have the numbers after those of entries and returns. */
static uint32_t first_offset_site(const struct fbt_state *state)
{
	return (uint32_t)state->list.funcs.cnt * FBT_WAY_CNT;
}

static void match_offset(struct matching *m, uint32_t func_idx)
{
	struct fbt_state *state = m->state;
	struct fbt_func *func = &state->list.funcs.v[func_idx];
	const char *why = why_not(m, func);
	uint32_t offset;

	if (!why)
		why = fbt_offset_why(func, m->off_bytes);
	if (why) {
		leave_out(m, func, why, true);
		return;
	}
	m->cnt++;
	offset = fbt_offset_get(state, func_idx, m->off_bytes);
	if (prov_wants_probes(m->sink))
		tell(m, func, FBT_OFFSET, state->offsets.v[offset].name);
	prov_tell_site(m->sink, first_offset_site(state) + offset);
}

static bool is_shown(const struct fbt_state *state, const struct fbt_func *func)
{
	return state->is_raw || !strchr(func->name, '.');
}

/* Is it vfs_read.isra.0 or so, of the vfs_read that the description names? */
static bool is_copy(const struct matching *m, struct fbt_func *func)
{
	const struct probe_spec *spec = m->spec;
	size_t len = spec->function ? strlen(spec->function) : 0;

	return !spec->id && len && glob_is_plain(spec->function) &&
	       !strncmp(func->name, spec->function, len) &&
	       func->name[len] == '.' &&
	       glob_match(spec->module, func->module) &&
	       !fbt_why(&m->state->list, func);
}

static void match_all(struct matching *m)
{
	struct fbt_state *state = m->state;
	const struct probe_spec *spec = m->spec;

	for (uint32_t i = 0; i < state->list.funcs.cnt; i++) {
		struct fbt_func *func = &state->list.funcs.v[i];

		if (!is_shown(state, func)) {
			if (is_copy(m, func))
				m->copy = func->name;
			continue;
		}
		if (!spec->id && (!glob_match(spec->function, func->name) ||
				  !glob_match(spec->module, func->module)))
			continue;
		if (spec->id && fbt_why(&state->list, func))
			continue; /* it has no number */
		for (int way = 0; way < FBT_WAY_CNT; way++)
			match_way(m, i, (enum fbt_way)way);
		if (m->is_offset)
			match_offset(m, i);
	}
}

static bool may_match(const struct matching *m)
{
	const struct probe_spec *spec = m->spec;

	return spec->id ||
	       (glob_match(spec->provider, m->state->provider) &&
		(m->is_offset ||
		 glob_match(spec->name, fbt_way_names[FBT_ENTRY]) ||
		 glob_match(spec->name, fbt_way_names[FBT_RETURN])));
}

/*
 * An offset is matched only in functions that are named: few would want the
 * same offset in every kernel function, and in most of them no instruction
 * begins there.
 */
static bool is_offset(const struct probe_spec *spec, uint32_t *ret)
{
	return !spec->id && *spec->function &&
	       strcmp(spec->function, "*") != 0 &&
	       fbt_offset_parse(spec->name, ret);
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
	else if (m->copy)
		why_ret->text = arena_printf(
			state->env->arena, "the kernel has a copy of it that "
			"the compiler made: see rawfbt::%s", m->copy);
}

static int fbt_match(void *p, const struct probe_spec *spec,
		     struct prov_sink *sink, struct prov_why *why_ret)
{
	struct fbt_state *state = p;
	struct matching m = { .state = state, .spec = spec, .sink = sink };

	m.is_offset = is_offset(spec, &m.off_bytes);
	if (!may_match(&m))
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
	bool is_offset = site >= first_offset_site(state);
	struct fbt_offset *offset =
		is_offset ? &state->offsets.v[site - first_offset_site(state)] :
			    NULL;
	struct fbt_func *func = &state->list.funcs.v[
		offset ? offset->func_idx : site / FBT_WAY_CNT];
	uint32_t *set = offset ? &offset->set : &func->set[site % FBT_WAY_CNT];

	if (!*set) {
		state->wanted_cnt += func->site_cnt;
		state->wanted_offset_cnt += offset ? func->site_cnt : 0;
	}
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
			return fbt_site_probe(class, probe_tag);
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
