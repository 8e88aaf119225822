/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every tracepoint of the kernel, with its arguments as the kernel's types
 * have them:
 *
 *	sdt : GROUP : : NAME	those that are trace events, by their group
 *	rawtp : GROUP : : NAME	these and those that are not; their group is
 *				"vmlinux"
 *
 * The names are in the kernel's BTF, the groups in tracefs; where that can't
 * be reached, all groups are "vmlinux". Clauses that use no arguments are one
 * program for all their probes, where the kernel passes a cookie; else each
 * probe has a program.
 */
#include <ctype.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <string.h>

#include "lang/walk.h"
#include "runtime/kernel/event.h"
#include "runtime/kernel/feature.h"
#include "runtime/kernel/tracefs.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/tp_operand.h"
#include "runtime/record.h"
#include "runtime/types/btf.h"

/* d-language.md 21 */
static const struct stability tp_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
};

struct point {
	const char *group, *name;
	const struct probe *probe; /* NULL: nobody asked for it yet */
	VEC(const struct clause *) clauses;
	uint32_t prog_id; /* if it has clauses */
};

struct points_state {
	const struct prov_env *env;
	const char *provider;
	bool is_events; /* only trace events */
	bool is_listed;
	char *events; /* the text of the list */
	struct map groups; /* event -> its group */
	VEC(struct point) points; /* by group and name */
};

static void *points_create(const struct prov_env *env, const char *provider,
			   bool is_events)
{
	struct points_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	state->provider = provider;
	state->is_events = is_events;
	return state;
}

static void points_destroy(void *p)
{
	struct points_state *state = p;

	for (size_t i = 0; i < state->points.cnt; i++)
		vec_deinit(&state->points.v[i].clauses);
	vec_deinit(&state->points);
	map_deinit(&state->groups);
	free(state->events);
	free(state);
}

/* ----------------------------------------------------------------- listing */

/* Cuts "group:event\n" into two texts for each event. */
static void read_groups(struct points_state *state)
{
	char *line, *next;
	size_t len;

	if (kern_fs_read(KERN_TRACEFS, "available_events", &state->events,
			 &len))
		return;
	for (line = state->events; *line; line = next) {
		char *colon = strchr(line, ':'), *end = strchr(line, '\n');

		next = end ? end + 1 : line + strlen(line);
		if (!colon || (end && colon > end))
			continue;
		if (end)
			*end = '\0';
		*colon = '\0';
		*map_put_str(&state->groups, colon + 1) = line;
	}
}

static void add_point(void *arg, const char *name)
{
	struct points_state *state = arg;
	const char *group = map_get_str(&state->groups, name);
	struct point *point;

	if (!group && state->is_events && state->events)
		return;
	point = vec_add(&state->points);
	point->group = group ? group : "vmlinux";
	point->name = name;
}

static int compare_points(const void *a, const void *b)
{
	const struct point *point_a = a, *point_b = b;
	int order = strcmp(point_a->group, point_b->group);

	return order ? order : strcmp(point_a->name, point_b->name);
}

/* Modules can have the same tracepoint: by name it is the first one's. */
static void drop_doubles(struct points_state *state)
{
	size_t cnt = 0;

	for (size_t i = 0; i < state->points.cnt; i++)
		if (!cnt || compare_points(&state->points.v[cnt - 1],
					   &state->points.v[i]))
			state->points.v[cnt++] = state->points.v[i];
	state->points.cnt = cnt;
}

static void list_points(struct points_state *state)
{
	if (state->is_listed)
		return;
	state->is_listed = true;
	if (!state->env->types->source)
		return;
	read_groups(state);
	btf_tracepoint_each(state->env->types->source, add_point, state);
	if (!state->points.cnt)
		return;
	qsort(state->points.v, state->points.cnt, sizeof(struct point),
	      compare_points);
	drop_doubles(state);
}

/* ---------------------------------------------------------------- matching */

static int find_func(struct points_state *state, const struct point *point,
		     struct btf_func *ret)
{
	struct type_table *types = state->env->types;

	return btf_tracepoint_find(types->source, types, NULL, point->name,
				   ret);
}

static void tell(struct points_state *state, const struct point *point,
		 struct prov_sink *sink)
{
	const char *types[ABI_ARG_MAX];
	struct prov_match match = {
		.probe = point->probe,
		.arg_types = types,
		.attrs = tp_attrs,
	};
	struct btf_func func;

	if (!sink->is_brief && !find_func(state, point, &func)) {
		match.arg_cnt = func.type->param_cnt;
		if (match.arg_cnt > ABI_ARG_MAX)
			match.arg_cnt = ABI_ARG_MAX;
		match.arg_natives = func.type->params;
		for (size_t i = 0; i < match.arg_cnt; i++)
			types[i] = type_text(state->env->arena,
					     func.type->params[i]);
	}
	sink->found(sink, &match);
}

static bool is_matched(struct points_state *state,
		       const struct probe_spec *spec, struct point *point)
{
	if (!spec->id && !spec_matches(spec, state->provider, point->group, "",
				       point->name))
		return false;
	if (!point->probe)
		point->probe = probe_get(state->env->probes, state->provider,
					 point->group, "", point->name);
	return !spec->id || spec->id == point->probe->id;
}

/*
 * Could a tracepoint be meant? Their names are words of C in small letters:
 * for `BEGIN` and `tick-1s` the list of all, which takes a millisecond to
 * read, is left alone.
 */
static bool may_be_point(const char *name)
{
	if (!glob_is_plain(name))
		return true;
	for (; *name; name++)
		if (!islower((unsigned char)*name) &&
		    !isdigit((unsigned char)*name) && *name != '_')
			return false;
	return true;
}

static int points_match(void *p, const struct probe_spec *spec,
			const struct clause *clause, struct prov_sink *sink,
			struct prov_why *why_ret)
{
	struct points_state *state = p;
	int cnt = 0;

	if (!spec->id && (!glob_match(spec->provider, state->provider) ||
			  !glob_match(spec->function, "") ||
			  !may_be_point(spec->name)))
		return 0;
	list_points(state);
	for (size_t i = 0; i < state->points.cnt; i++) {
		struct point *point = &state->points.v[i];

		if (!is_matched(state, spec, point))
			continue;
		cnt++;
		if (sink)
			tell(state, point, sink);
		if (clause && (!point->clauses.cnt ||
			       point->clauses.v[point->clauses.cnt - 1] !=
				       clause))
			vec_push(&point->clauses, clause);
	}
	if (!state->points.cnt && why_ret && *spec->provider)
		why_ret->text = "the kernel tells no types (BTF) of tracepoints";
	return cnt;
}

/* -------------------------------------------------------------- generating */

static bool name_of(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct points_state *state = p;

	if (tag >= state->points.cnt || !state->points.v[tag].probe)
		return false;
	prov_abi_name(state->points.v[tag].probe, ret);
	return true;
}

static void set_args(const struct btf_func *func, struct probe_abi *abi)
{
	for (size_t i = 0; i < func->type->param_cnt && i < ABI_ARG_MAX;
	     i++) {
		const struct type *type = type_resolve(func->type->params[i]);
		struct abi_arg *arg = &abi->args[i];

		arg->kind = ABI_ARG_CTX;
		arg->ctx_off = (int16_t)(i * 8);
		arg->size_bytes = (uint8_t)type->size_bytes;
		arg->is_signed = type_is_signed(type);
		if (type_is_scalar(type))
			continue;
		arg->kind = ABI_ARG_BAD;
		arg->why = "it is not a number";
	}
}

static void find_arg(const struct node *node, void *arg)
{
	bool *found = arg;
	const struct ident *ident =
		node->kind == NODE_NAME ? node->name.ident : NULL;

	if (ident && ident->kind == IDENT_BUILTIN &&
	    ident->row - BUILTIN_arg0 <= BUILTIN_arg9 - BUILTIN_arg0)
		*found = true;
}

static bool uses_args(const struct point *point)
{
	bool found = false;

	for (size_t i = 0; i < point->clauses.cnt; i++)
		clause_walk(point->clauses.v[i], find_arg, &found);
	return found;
}

static bool has_same_clauses(const struct point *a, const struct point *b)
{
	return a->clauses.cnt == b->clauses.cnt &&
	       !memcmp(a->clauses.v, b->clauses.v,
		       a->clauses.cnt * sizeof(a->clauses.v[0]));
}

/* One program for all probes from @idx on that have the same clauses. */
static int generate_shared(struct points_state *state, struct gen *gen,
			   size_t idx, bool *done)
{
	struct point *first = &state->points.v[idx];
	struct probe_abi abi = {
		.context = ABI_RAW_TP,
		.active_state = RT_ACTIVE,
		.has_cookie = true,
		.irq = tp_irq(first->name),
		.names = { .name = name_of, .arg = state,
			   .tag_cnt = (uint32_t)state->points.cnt },
	};
	int err;

	for (size_t i = idx; i < state->points.cnt; i++)
		if (has_same_clauses(first, &state->points.v[i]) &&
		    tp_irq(state->points.v[i].name) != abi.irq)
			abi.irq = ABI_IRQ_UNKNOWN;
	err = gen_program(gen, state->provider, &abi, first->clauses.v,
			  first->clauses.cnt, &first->prog_id);
	for (size_t i = idx; i < state->points.cnt && !err; i++) {
		if (!has_same_clauses(first, &state->points.v[i]))
			continue;
		state->points.v[i].prog_id = first->prog_id;
		done[i] = true;
	}
	return err;
}

static int generate_alone(struct points_state *state, struct gen *gen,
			  size_t idx)
{
	struct point *point = &state->points.v[idx];
	struct probe_abi abi = {
		.context = ABI_RAW_TP,
		.active_state = RT_ACTIVE,
		.irq = tp_irq(point->name),
		.probe_tag = (uint32_t)idx,
		.names = { .name = name_of, .arg = state },
	};
	struct btf_func func;

	if (!find_func(state, point, &func))
		set_args(&func, &abi);
	return gen_program(gen, state->provider, &abi, point->clauses.v,
			   point->clauses.cnt, &point->prog_id);
}

static int points_generate(void *p, struct gen *gen)
{
	struct points_state *state = p;
	bool *done = xcalloc(state->points.cnt + 1, sizeof(bool));
	int err = 0;

	for (size_t i = 0; i < state->points.cnt && !err; i++) {
		struct point *point = &state->points.v[i];

		if (!point->clauses.cnt || done[i])
			continue;
		if (uses_args(point) || !feature_has(FEAT_raw_tp_cookie))
			err = generate_alone(state, gen, i);
		else
			err = generate_shared(state, gen, i, done);
	}
	free(done);
	return err;
}

/* --------------------------------------------------------------- attaching */

static int points_attach(void *p, const int *prog_fds,
			 struct kern_links *links, struct strbuf *warn)
{
	struct points_state *state = p;
	size_t cnt = 0;
	int err = 0;

	for (size_t i = 0; i < state->points.cnt; i++) {
		const struct point *point = &state->points.v[i];
		struct kern_log log = { 0 };
		uint64_t cookie = feature_has(FEAT_raw_tp_cookie) ? i : 0;
		int res;

		if (!point->clauses.cnt)
			continue;
		res = kern_tracepoint_attach_cookie(
			links, prog_fds[point->prog_id], point->name, cookie,
			&log);
		if (res)
			strbuf_printf(warn, "%s:%s::%s: %s\n", state->provider,
				      point->group, point->name,
				      strbuf_text(&log.message));
		kern_log_deinit(&log);
		err = res ? res : err;
		cnt += !res;
	}
	return cnt ? 0 : err;
}

static const struct probe *points_lookup(void *p, uint32_t prog_id,
					 uint32_t probe_tag, uint32_t tgid)
{
	struct points_state *state = p;

	(void)prog_id;
	(void)tgid;
	return probe_tag < state->points.cnt ?
		       state->points.v[probe_tag].probe : NULL;
}

#define POINTS(prov, is_events) \
	static void *create_##prov(const struct prov_env *env) \
	{ \
		return points_create(env, #prov, is_events); \
	} \
	const struct provider_ops provider_##prov = { \
		.name = #prov, \
		.create = create_##prov, \
		.destroy = points_destroy, \
		.match = points_match, \
		.generate = points_generate, \
		.attach = points_attach, \
		.lookup = points_lookup, \
	};
POINTS(sdt, true)
POINTS(rawtp, false)
