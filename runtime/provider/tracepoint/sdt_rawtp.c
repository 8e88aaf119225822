/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every tracepoint of the kernel:
 *
 *	sdt : GROUP : : NAME	those that are trace events, by their group;
 *				arguments are the fields of the record that
 *				the kernel makes for traces
 *	rawtp : GROUP : : NAME	these and those that are not, whose group is
 *				"vmlinux"; arguments are what the kernel's
 *				code passes, with the types of its BTF
 *
 * The names are in BTF, groups and fields in tracefs; where that can't be
 * reached, all groups are "vmlinux" and no fields are known.
 *
 * Clauses that use no arguments are one program for all their probes, where
 * the kernel passes a cookie; else each probe has a program. Only a program
 * of sdt that uses arguments is attached to the trace event, whose record the
 * kernel has to fill in and which takes 40 ms each to detach; others are on
 * the raw tracepoint.
 *
 * Left out is what would crash the kernel (harmful.def).
 */
#include <ctype.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/glob.h"
#include "base/text/printable.h"
#include "lang/builtin_flags.h"
#include "runtime/common/record.h"
#include "runtime/kernel/feature/feature.h"
#include "runtime/kernel/link/tracepoint_link.h"
#include "runtime/kernel/tracefs.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/tracepoint/tp_explain.h"
#include "runtime/provider/tracepoint/tp_fields.h"
#include "runtime/provider/tracepoint/tp_operand.h"
#include "runtime/types/btf.h"

/* stability of the probes */
static const struct stability tp_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
};

static const char syscalls[] = "syscalls"; /* the group of system call events */

struct point {
	const char *group, *name;
	const struct probe *probe; /* NULL: not requested yet */
	VEC(const struct clause *) clauses;
	uint32_t prog_id; /* valid if it has clauses */
	/* the program needs the fields of the event's record */
	bool has_record;
	bool is_event_only; /* the event has no tracepoint of its own */
};

struct points_state {
	const struct prov_env *env;
	const char *provider;
	bool is_events; /* only trace events, with their fields */
	bool is_listed;
	char *events; /* the text of the list of events */
	struct map groups; /* event -> its group */
	VEC(const char *) syscalls; /* events of single system calls */
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
	vec_deinit(&state->syscalls);
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
		if (!strcmp(line, syscalls))
			vec_push(&state->syscalls, (const char *)colon + 1);
	}
}

static void add_point(void *arg, const char *name)
{
	struct points_state *state = arg;
	const char *group = map_get_str(&state->groups, name);
	struct point *point;

	if ((!group && state->is_events && state->events) || tp_why_harmful(name))
		return;
	point = vec_add(&state->points);
	point->group = group ? group : "vmlinux";
	point->name = name;
}

/* The kernel makes these events itself, out of sys_enter and sys_exit. */
static void add_syscalls(struct points_state *state)
{
	for (size_t i = 0; i < state->syscalls.cnt && state->is_events; i++)
		*vec_add(&state->points) = (struct point){
			.group = syscalls,
			.name = state->syscalls.v[i],
			.is_event_only = true,
		};
}

static int compare_points(const void *a, const void *b)
{
	const struct point *point_a = a, *point_b = b;
	int order = strcmp(point_a->group, point_b->group);

	return order ? order : strcmp(point_a->name, point_b->name);
}

/* Several modules can have the same tracepoint: a name means the first one. */
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
	add_syscalls(state);
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

/* The types of the arguments, for the report of a match. */
struct told_args {
	const char *types[ABI_ARG_MAX];
	const struct type *natives[ABI_ARG_MAX];
};

static size_t read_fields(struct points_state *state,
			  const struct point *point, struct tp_field *ret)
{
	if (!state->events)
		return 0;
	return tp_fields_read(state->env->types, point->group, point->name,
			      ret, ABI_ARG_MAX);
}

static void tell_fields(struct points_state *state, const struct point *point,
			struct told_args *args, struct prov_match *match)
{
	struct tp_field fields[ABI_ARG_MAX];

	match->arg_cnt = read_fields(state, point, fields);
	match->arg_natives = args->natives;
	for (size_t i = 0; i < match->arg_cnt; i++) {
		args->types[i] = fields[i].type_text;
		args->natives[i] = fields[i].native;
	}
}

static void tell_params(struct points_state *state, const struct point *point,
			struct told_args *args, struct prov_match *match)
{
	struct btf_func func;

	if (find_func(state, point, &func))
		return;
	match->arg_cnt = func.type->param_cnt;
	if (match->arg_cnt > ABI_ARG_MAX)
		match->arg_cnt = ABI_ARG_MAX;
	match->arg_natives = func.type->params;
	for (size_t i = 0; i < match->arg_cnt; i++)
		args->types[i] = type_text(state->env->arena,
					   func.type->params[i]);
}

static void tell(struct points_state *state, const struct point *point,
		 struct prov_sink *sink)
{
	struct told_args args;
	struct prov_match match = {
		.probe = point->probe,
		.arg_types = args.types,
		.attrs = tp_attrs,
	};

	if (!sink->is_brief && state->is_events)
		tell_fields(state, point, &args, &match);
	else if (!sink->is_brief)
		tell_params(state, point, &args, &match);
	sink->found(sink, &match);
}

/*
 * Events of single system calls are left to the provider syscall, because they
 * are slow to detach. They are matched only if their group is named.
 */
static bool is_asked_for(const struct probe_spec *spec,
			 const struct point *point)
{
	return !point->is_event_only ||
	       (!spec->id && spec->module[strspn(spec->module, "*")]);
}

static bool is_matched(struct points_state *state,
		       const struct probe_spec *spec, struct point *point)
{
	if (!is_asked_for(spec, point) ||
	    (!spec->id && !spec_matches(spec, state->provider, point->group,
					"", point->name)))
		return false;
	if (!point->probe)
		point->probe = probe_get(state->env->probes, state->provider,
					 point->group, "", point->name);
	return !spec->id || spec->id == point->probe->id;
}

/*
 * Whether the description can mean a tracepoint. Their names are C identifiers
 * in small letters: for `BEGIN` and `tick-1s` the list of all, which takes a
 * millisecond to read, is not needed.
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
			struct prov_sink *sink, struct prov_why *why_ret)
{
	struct points_state *state = p;
	const char *why;
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
		if (prov_wants_probes(sink))
			tell(state, point, sink);
		prov_tell_site(sink, (uint32_t)i);
	}
	why = cnt ? NULL : tp_why_harmful(spec->name);
	if (why && why_ret)
		why_ret->text = why;
	if (!state->points.cnt && why_ret && *spec->provider)
		why_ret->text = "the kernel has no types (BTF) of its tracepoints";
	return cnt;
}

static void points_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct points_state *state = p;
	struct point *point = &state->points.v[site];

	prov_add_clause(&point->clauses, clause);
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

static void set_fields(struct points_state *state, const struct point *point,
		       struct probe_abi *abi)
{
	struct tp_field fields[ABI_ARG_MAX];
	size_t cnt = read_fields(state, point, fields);

	for (size_t i = 0; i < cnt; i++)
		abi->args[i] = fields[i].arg;
	for (size_t i = 0; i < ABI_ARG_MAX && !state->events; i++) {
		abi->args[i].kind = ABI_ARG_BAD;
		abi->args[i].why = "the fields of trace events are in tracefs, "
				   "which is not mounted and can't be "
				   "(CAP_SYS_ADMIN); use rawtp";
	}
}

static void set_params(const struct btf_func *func, struct probe_abi *abi)
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

static bool uses_args(const struct point *point)
{
	return clauses_probe_args(point->clauses.v, point->clauses.cnt);
}

static bool has_same_clauses(const struct point *a, const struct point *b)
{
	return a->clauses.cnt == b->clauses.cnt &&
	       !memcmp(a->clauses.v, b->clauses.v,
		       a->clauses.cnt * sizeof(a->clauses.v[0]));
}

/* The tracepoints whose programs the kernel calls in a special way. */
static bool is_syscall(const struct point *point)
{
	return !strcmp(point->name, "sys_enter") ||
	       !strcmp(point->name, "sys_exit");
}

static bool shares_program(const struct point *a, const struct point *b)
{
	return has_same_clauses(a, b) && is_syscall(a) == is_syscall(b) &&
	       !b->is_event_only;
}

/* One program for all probes from @idx on that have the same clauses. */
static int generate_shared(struct points_state *state, struct gen *gen,
			   size_t idx, bool *done)
{
	struct point *first = &state->points.v[idx];
	struct probe_abi abi = {
		.context = ABI_RAW_TP,
		.is_syscall_tp = is_syscall(first),
		.filter = { .active_state = RT_ACTIVE,
			    .launch = prov_launch(state->env) },
		.identity.kind = ABI_ID_COOKIE,
		.irq = tp_irq(first->name),
		.names = { .name = name_of, .arg = state,
			   .tag_cnt = (uint32_t)state->points.cnt },
	};
	int err;

	for (size_t i = idx; i < state->points.cnt; i++)
		if (shares_program(first, &state->points.v[i]) &&
		    tp_irq(state->points.v[i].name) != abi.irq)
			abi.irq = ABI_IRQ_UNKNOWN;
	err = gen_program(gen, state->provider, &abi, first->clauses.v,
			  first->clauses.cnt, &first->prog_id);
	for (size_t i = idx; i < state->points.cnt && !err; i++) {
		if (!shares_program(first, &state->points.v[i]))
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
		.is_syscall_tp = is_syscall(point),
		.filter = { .active_state = RT_ACTIVE,
			    .launch = prov_launch(state->env) },
		.irq = tp_irq(point->name),
		.probe_tag = (uint32_t)idx,
		.names = { .name = name_of, .arg = state },
	};
	struct btf_func func;

	point->has_record = point->is_event_only ||
			    (state->is_events && uses_args(point));
	if (point->has_record) {
		abi.context = ABI_TRACE_EVENT;
		set_fields(state, point, &abi);
	} else if (!state->is_events && !find_func(state, point, &func)) {
		set_params(&func, &abi);
	}
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
		if (uses_args(point) || point->is_event_only ||
		    !feature_has(FEAT_raw_tp_cookie))
			err = generate_alone(state, gen, i);
		else
			err = generate_shared(state, gen, i, done);
	}
	free(done);
	return err;
}

/* --------------------------------------------------------------- attaching */

static int attach_point(struct points_state *state, size_t idx, int prog_fd,
			struct kern_links *links, struct kern_log *log)
{
	const struct point *point = &state->points.v[idx];
	uint64_t cookie = feature_has(FEAT_raw_tp_cookie) ? idx : 0;

	if (point->has_record)
		return kern_trace_event_attach(links, prog_fd, point->group,
					       point->name, log);
	return kern_tracepoint_attach_cookie(links, prog_fd, point->name,
					     cookie, log);
}

/* With this many events, detaching at the end takes noticeable time. */
enum { RECORD_MANY = 64, RECORD_DETACH_MS = 40 };

static void tell_many(size_t record_cnt, struct strbuf *warn)
{
	if (record_cnt >= RECORD_MANY)
		printable_line(warn, "arguments of %zu sdt probes are used: "
			       "at the end the kernel needs about %zu s to "
			       "detach them (rawtp probes are detached at once)",
			       record_cnt,
			       (record_cnt * RECORD_DETACH_MS + 999) / 1000);
}

static int points_attach(void *p, const int *prog_fds,
			 struct kern_links *links, struct strbuf *warn)
{
	struct points_state *state = p;
	size_t cnt = 0, record_cnt = 0;
	int err = 0;

	for (size_t i = 0; i < state->points.cnt; i++) {
		const struct point *point = &state->points.v[i];
		struct kern_log log = { 0 };
		int res;

		if (!point->clauses.cnt)
			continue;
		res = attach_point(state, i, prog_fds[point->prog_id], links,
				   &log);
		if (res)
			printable_line(warn, "%s:%s::%s: %s", state->provider,
				       point->group, point->name,
				       strbuf_text(&log.message));
		kern_log_deinit(&log);
		err = res ? res : err;
		cnt += !res;
		record_cnt += !res && point->has_record;
	}
	tell_many(record_cnt, warn);
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
		.enable = points_enable, \
		.generate = points_generate, \
		.attach = points_attach, \
		.lookup = points_lookup, \
	};
POINTS(sdt, true)
POINTS(rawtp, false)
