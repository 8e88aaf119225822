// SPDX-License-Identifier: BSD-2-Clause
/*
 * Locks of programs:
 *
 *	plockstatPID : library : function : mutex-acquire ...
 *
 * The probes are of the functions of the C library that obtain and release
 * locks. Entry and return of a call are joined for each thread in the kernel
 * (codegen/probe/user_lock_call.c), and so are the system calls in which it waits.
 *
 *	pthread_mutex_lock:entry	ENTER
 *	  futex				WAIT	mutex-block
 *	pthread_mutex_lock:return	LEAVE	mutex-blocked, then
 *						mutex-acquire or mutex-error
 *	pthread_mutex_unlock:entry	UNLOCK	mutex-release
 *
 * A description names one process or, as plockstat*, all processes.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/text/glob.h"
#include "lang/type/type.h"
#include "runtime/provider/plockstat/plockstat.h"

static const struct stability plock_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_ISA },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
};

static const struct {
	const char *name, *why;
} never[] = {
#define FUNCTION(library, name, action, kind, argument, deadline)
#define PROBE(name, kind, actions, moment, types, ...)
#define NEVER(name, why) { name, why },
#include "runtime/provider/plockstat/plockstat.def"
#undef FUNCTION
#undef PROBE
#undef NEVER
};

static void *plock_create(const struct prov_env *env)
{
	struct plock_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	user_code_init(&state->code, env);
	return state;
}

static void plock_destroy(void *p)
{
	struct plock_state *state = p;

	for (size_t i = 0; i < state->functions.cnt; i++)
		for (int k = 0; k < PLOCK_PROBE_CNT; k++)
			vec_deinit(&state->functions.v[i].clauses[k]);
	for (int i = 0; i < 2; i++) {
		for (size_t k = 0; k < state->block_clauses[i].cnt; k++)
			vec_deinit(&state->block_clauses[i].v[k].tags);
		vec_deinit(&state->block_clauses[i]);
	}
	plock_drop_programs(state);
	vec_deinit(&state->programs);
	vec_deinit(&state->functions);
	vec_deinit(&state->libraries);
	vec_deinit(&state->known_pids);
	user_code_deinit(&state->code);
	free(state);
}

static const struct probe *plock_lookup(void *p, uint32_t prog_id, uint32_t tag,
					uint32_t tgid)
{
	const struct plock_state *state = p;

	(void)prog_id;
	(void)tgid;
	return tag < state->functions.cnt * PLOCK_PROBE_CNT ?
		       plock_tag_probe(state, tag) : NULL;
}

/*
 * Returns the process that a provider field names, 0 for plockstat*, or -1 for
 * another provider.
 */
static pid_t pid_of(const char *provider)
{
	static const char prefix[] = "plockstat";
	size_t skip = sizeof(prefix) - 1, len = strlen(provider);

	if (strncmp(provider, prefix, skip) != 0)
		return -1;
	if (!strcmp(provider + skip, "*"))
		return 0;
	if (len == skip || len > skip + 9 ||
	    skip + strspn(provider + skip, "0123456789") != len)
		return -1;
	return (pid_t)strtoul(provider + skip, NULL, 10);
}

/* ---------------------------------------------------------------- matching */

struct matching {
	struct plock_state *state;
	const struct probe_spec *spec;
	struct prov_sink *sink; /* or NULL */
	uint32_t number; /* of this matching; counts from 1 */
	int cnt;
	const struct plock_function *refused; /* the last one left out */
};

static void tell(struct matching *m, const struct probe *probe, int row,
		 const char *warning)
{
	const char *types[PLOCK_FIELD_MAX];
	struct prov_match match = {
		.probe = probe,
		.arg_types = types,
		.arg_cnt = prov_arg_types(m->state->env->arena,
					  plock_probes[row].types, types,
					  PLOCK_FIELD_MAX),
		.has_user_args = true,
		.attrs = plock_attrs,
		.warning = warning,
	};

	m->sink->found(m->sink, &match);
}

/* Reports a probe that is left out, for -lv. */
static void tell_refused(struct matching *m, uint32_t tag,
			 const struct plock_function *function)
{
	if (m->sink && m->sink->left_out)
		tell(m, plock_tag_probe(m->state, tag), tag % PLOCK_PROBE_CNT,
		     arena_printf(m->state->env->arena,
				  "%s can't be probed: %s", function->row->name,
				  code_refusal_text(function->refusal)));
}

static void match_probe(struct matching *m, uint32_t function_idx, int row)
{
	struct plock_function *function =
		&m->state->functions.v[function_idx];
	uint32_t tag = plock_tag(function_idx, row);

	if (!plock_has_probe(function->row, row) ||
	    !glob_match(m->spec->name, plock_probes[row].name))
		return;
	if (function->refusal != CODE_OK) {
		m->refused = function;
		tell_refused(m, tag, function);
		return;
	}
	if (function->told[row] != m->number) {
		function->told[row] = m->number;
		m->cnt++;
		if (prov_wants_probes(m->sink))
			tell(m, plock_tag_probe(m->state, tag), row, NULL);
	}
	prov_tell_site(m->sink, tag);
}

static void match_functions(struct matching *m, pid_t pid)
{
	for (uint32_t i = 0; i < m->state->functions.cnt; i++) {
		const struct plock_function *function =
			&m->state->functions.v[i];
		const struct user_object *object =
			plock_object_of(m->state, function);

		if (object->pid != pid ||
		    !user_module_fits(m->spec->module, object->path,
				      object->is_exe) ||
		    !glob_match(m->spec->function, function->row->name))
			continue;
		for (int row = 0; row < PLOCK_PROBE_CNT; row++)
			match_probe(m, i, row);
	}
}

/* Explains why nothing matches; @err is that of reading the process. */
static struct prov_why explain(const struct matching *m, pid_t pid, int err)
{
	struct arena *arena = m->state->env->arena;
	struct prov_why why = { NULL, "D_PROC_LIB" };

	if (err)
		return (struct prov_why){
			pid ? prov_process_text(arena, pid, err) : strerror(-err),
			err == -ENOENT || err == -ESRCH ? "D_PROC_BADPID" :
							  "D_PROC_GRAB" };
	for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
		if (!strcmp(m->spec->name, never[i].name))
			return (struct prov_why){ never[i].why, NULL };
	if (m->refused)
		return (struct prov_why){
			arena_printf(arena, "%s can't be probed: %s",
				     m->refused->row->name,
				     code_refusal_text(m->refused->refusal)),
			"D_PROC_CREATEFAIL"
		};
	for (size_t i = 0; i < m->state->libraries.cnt; i++) {
		const struct plock_object *library = &m->state->libraries.v[i];

		if (m->state->code.objects.v[library->object_idx].pid != pid)
			continue;
		why.text = library->why ? library->why :
			"no such function or probe of locks";
		why.tag = NULL;
	}
	if (!why.text)
		why.text = arena_printf(arena, "%s has no C library whose locks "
			"are known (glibc or musl, shared or linked in)",
			pid ? arena_printf(arena, "process %d", pid) :
			      "no process");
	return why;
}

/* Offsets of what tells a thread's id in its own namespace. */
static bool find_own_tid(struct plock_state *state)
{
	struct type_table *types = state->env->types;
	struct abi_own_tid *own = &state->own_tid;
	uint32_t ns_off = type_member_off(types, "upid", "ns");

	own->pid_off = type_member_off(types, "task_struct", "thread_pid");
	own->level_off = type_member_off(types, "pid", "level");
	own->numbers_off = type_member_off(types, "pid", "numbers") +
		type_member_off(types, "upid", "nr");
	/* its second and last member is a pointer */
	own->number_bytes = ns_off + (uint32_t)sizeof(void *);
	return own->pid_off && own->level_off && own->numbers_off && ns_off;
}

static int plock_match(void *p, const struct probe_spec *spec,
		       struct prov_sink *sink, struct prov_why *why_ret)
{
	struct matching m = { .state = p, .spec = spec, .sink = sink };
	struct plock_state *state = p;
	pid_t pid = spec->id ? -1 : pid_of(spec->provider);
	struct prov_why why = { "plockstat without a process: write "
				"plockstat$target, with -c or -p, "
				"plockstat1234, or plockstat* for all",
				"D_PROC_BADPID" };
	int err;

	if (pid < 0) {
		if (!spec->id && why_ret &&
		    !strcmp(spec->provider, "plockstat"))
			*why_ret = why;
		return 0;
	}
	m.number = ++state->match_cnt;
	if (!find_own_tid(state)) {
		why.text = "this kernel has no type information (BTF), which "
			   "is needed to tell whether a thread owns a lock";
		why.tag = NULL;
	} else {
		if (prov_wants_sites(sink) && state->env->watch)
			state->env->watch(state->env->ctx);
		err = plock_find(state, pid);
		match_functions(&m, pid);
		if (!m.cnt)
			why = explain(&m, pid, err);
	}
	if (!m.cnt && why_ret)
		*why_ret = why;
	return m.cnt;
}

/* ---------------------------------------------------------------- enabling */

static void enable_block(struct plock_state *state, uint32_t tag,
			 const struct clause *clause)
{
	bool is_rw = plock_probes[tag % PLOCK_PROBE_CNT].kind == PLOCK_RW;
	struct plock_block_clause *last;
	size_t cnt = state->block_clauses[is_rw].cnt;

	if (!cnt || state->block_clauses[is_rw].v[cnt - 1].clause != clause) {
		last = vec_add(&state->block_clauses[is_rw]);
		last->clause = clause;
	}
	last = &state->block_clauses[is_rw]
			.v[state->block_clauses[is_rw].cnt - 1];
	for (size_t i = 0; i < last->tags.cnt; i++)
		if (last->tags.v[i] == tag)
			return;
	vec_push(&last->tags, tag);
}

static void plock_enable(void *p, uint32_t tag, const struct clause *clause)
{
	struct plock_state *state = p;
	struct plock_function *function =
		&state->functions.v[tag / PLOCK_PROBE_CNT];
	int probe = tag % PLOCK_PROBE_CNT;

	prov_add_clause(&function->clauses[probe], clause);
	if (plock_probes[probe].moment == PLOCK_BLOCK)
		enable_block(state, tag, clause);
}

const struct provider_ops provider_plockstat = {
	.name = "plockstat",
	.create = plock_create,
	.destroy = plock_destroy,
	.match = plock_match,
	.enable = plock_enable,
	.generate = plock_generate,
	.attach = plock_attach,
	.lookup = plock_lookup,
};
