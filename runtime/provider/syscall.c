/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The syscall provider: every system call of a 64-bit program, on its way in
 * and out. There are two programs, one for all entries, one for all returns,
 * on the raw tracepoints sys_enter(regs, number) and sys_exit(regs, result):
 * which call it is, is the number, and each clause holds the numbers that its
 * descriptions match. A description that matches all of them also matches
 * numbers that nobody knows.
 *
 *	syscall : vmlinux : name : entry | return
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/kernel/event.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/syscall_table.h"
#include "runtime/record.h"
#include "runtime/types/btf.h"

/* A clause, and the calls at which it runs. */
struct syscall_enabling {
	const struct clause *clause;
	bool is_everywhere;
	bool *numbers; /* [SYSCALL_NUMBER_MAX]; owned */
};

struct syscall_way {
	const char *name, *tracepoint;
	const struct syscall_state *state;
	struct arena *arena; /* borrowed */
	VEC(struct syscall_enabling) enablings;
	uint32_t prog_id; /* if there are enablings */
	bool is_bound;	  /* its program was loaded for the tracepoint */
};

enum { WAY_ENTRY, WAY_RETURN, WAY_CNT };

struct syscall_state {
	const struct prov_env *env;
	struct syscall_way ways[WAY_CNT];
};

/* d-language.md 21 */
static const struct stability syscall_attrs[PROVIDER_ATTR_CNT] = {
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Private, STABILITY_Private, CLASS_Unknown },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
	{ STABILITY_Evolving, STABILITY_Evolving, CLASS_Common },
	{ STABILITY_Private, STABILITY_Private, CLASS_ISA },
};

static void *syscall_create(const struct prov_env *env)
{
	struct syscall_state *state = xcalloc(1, sizeof(*state));

	state->env = env;
	for (int i = 0; i < WAY_CNT; i++)
		state->ways[i].arena = env->arena;
	state->ways[WAY_ENTRY].state = state->ways[WAY_RETURN].state = state;
	state->ways[WAY_ENTRY].name = "entry";
	state->ways[WAY_ENTRY].tracepoint = "sys_enter";
	state->ways[WAY_RETURN].name = "return";
	state->ways[WAY_RETURN].tracepoint = "sys_exit";
	return state;
}

static void syscall_destroy(void *p)
{
	struct syscall_state *state = p;

	for (int i = 0; i < WAY_CNT; i++) {
		for (size_t e = 0; e < state->ways[i].enablings.cnt; e++)
			free(state->ways[i].enablings.v[e].numbers);
		vec_deinit(&state->ways[i].enablings);
	}
	free(state);
}

/* ---------------------------------------------------------------- matching */

struct matching {
	struct syscall_state *state;
	struct syscall_way *way;
	const struct probe_spec *spec; /* aliases replaced */
	const struct clause *clause;   /* or NULL */
	struct prov_sink *sink;	       /* or NULL */
	int cnt;
};

static const struct probe *probe_of(const struct syscall_state *state,
				    const struct syscall_way *way,
				    uint32_t number)
{
	char buf[SYSCALL_NAME_BYTES];

	return probe_get(state->env->probes, "syscall", "vmlinux",
			 syscall_name(number, buf), way->name);
}

static void tell(struct matching *m, uint32_t number)
{
	const char *types[SYSCALL_ARG_MAX] = { "long" };
	struct prov_match match = {
		.probe = probe_of(m->state, m->way, number),
		.arg_types = types,
		.arg_cnt = 1,
		.has_user_args = true,
		.attrs = syscall_attrs,
	};

	if (!m->sink)
		return;
	if (m->way == &m->state->ways[WAY_ENTRY])
		match.arg_cnt = prov_arg_types(m->state->env->arena,
					       syscall_arg_types(number),
					       types, SYSCALL_ARG_MAX);
	m->sink->found(m->sink, &match);
}

/* The enabling of the clause, which is the last one if there is one. */
static struct syscall_enabling *enabling_of(struct matching *m)
{
	struct syscall_way *way = m->way;
	struct syscall_enabling *enabling;

	if (way->enablings.cnt &&
	    way->enablings.v[way->enablings.cnt - 1].clause == m->clause)
		return &way->enablings.v[way->enablings.cnt - 1];
	enabling = vec_add(&way->enablings);
	enabling->clause = m->clause;
	enabling->numbers = xcalloc(SYSCALL_NUMBER_MAX, sizeof(bool));
	return enabling;
}

static bool is_matched(const struct matching *m, uint32_t number)
{
	char buf[SYSCALL_NAME_BYTES];

	/* ids are those of a listing, which has the known ones only */
	if (m->spec->id)
		return syscall_known_name(number) &&
		       probe_of(m->state, m->way, number)->id == m->spec->id;
	return spec_matches(m->spec, "syscall", "vmlinux",
			    syscall_name(number, buf), m->way->name);
}

/* Known calls are told and counted; others only when they are named. */
static void match_number(struct matching *m, uint32_t number)
{
	if (!is_matched(m, number))
		return;
	if (m->clause)
		enabling_of(m)->numbers[number] = true;
	if (!syscall_known_name(number) && !glob_is_plain(m->spec->function))
		return;
	m->cnt++;
	tell(m, number);
}

/* Whether the description also means numbers that nobody knows. */
static bool is_everywhere(const struct probe_spec *spec)
{
	return !spec->id &&
	       (!*spec->function || !strcmp(spec->function, "*"));
}

static int match_all(struct matching ways[WAY_CNT])
{
	int cnt = 0;

	for (uint32_t number = 0; number < SYSCALL_NUMBER_MAX; number++)
		for (int i = 0; i < WAY_CNT; i++)
			match_number(&ways[i], number);
	for (int i = 0; i < WAY_CNT; i++) {
		if (ways[i].cnt && ways[i].clause &&
		    is_everywhere(ways[i].spec))
			enabling_of(&ways[i])->is_everywhere = true;
		cnt += ways[i].cnt;
	}
	return cnt;
}

static int syscall_match(void *p, const struct probe_spec *spec,
			 const struct clause *clause, struct prov_sink *sink,
			 struct prov_why *why_ret)
{
	struct syscall_state *state = p;
	struct matching ways[WAY_CNT];
	struct probe_spec known = *spec;

	(void)why_ret;
	if (!syscall_known_name(0))
		return 0; /* another machine */
	if (!spec->id) {
		known.function = syscall_alias(spec->function);
		if (!glob_match(spec->provider, "syscall") ||
		    !glob_match(spec->module, "vmlinux"))
			return 0;
		if (!glob_match(spec->name, "entry") &&
		    !glob_match(spec->name, "return"))
			return 0;
	}
	for (int i = 0; i < WAY_CNT; i++)
		ways[i] = (struct matching){ state, &state->ways[i], &known,
					     clause, sink, 0 };
	return match_all(ways);
}

/* -------------------------------------------------------------- generating */

static struct abi_guard guard_of(struct arena *arena, const bool *numbers)
{
	struct abi_range *ranges =
		arena_new_array(arena, struct abi_range, SYSCALL_NUMBER_MAX);
	size_t cnt = 0;

	for (uint32_t i = 0; i < SYSCALL_NUMBER_MAX; i++) {
		if (!numbers[i])
			continue;
		if (cnt && ranges[cnt - 1].last == i - 1)
			ranges[cnt - 1].last = i;
		else
			ranges[cnt++] = (struct abi_range){ i, i };
	}
	return (struct abi_guard){ ranges, cnt };
}

static bool are_equal(const bool *a, const bool *b)
{
	return !memcmp(a, b, SYSCALL_NUMBER_MAX * sizeof(bool));
}

/*
 * The program is for the numbers of all clauses together; a clause that wants
 * fewer has a guard of its own.
 */
static void set_guards(struct syscall_state *state,
		       const struct syscall_way *way, struct probe_abi *abi)
{
	struct arena *arena = state->env->arena;
	size_t cnt = way->enablings.cnt;
	struct abi_guard *guards = arena_new_array(arena, struct abi_guard,
						   cnt);
	bool all[SYSCALL_NUMBER_MAX] = { false };
	int sigreturn = syscall_number("rt_sigreturn");
	bool is_everywhere = false;

	for (size_t i = 0; i < cnt; i++) {
		is_everywhere |= way->enablings.v[i].is_everywhere;
		for (uint32_t n = 0; n < SYSCALL_NUMBER_MAX; n++)
			all[n] |= way->enablings.v[i].numbers[n];
	}
	if (!is_everywhere)
		abi->guard = guard_of(arena, all);
	/* it has put back the registers, number included: -1 */
	if (way == &state->ways[WAY_RETURN] &&
	    sigreturn > 0 && (is_everywhere || all[sigreturn]))
		abi->tag_of_none = (uint32_t)sigreturn;
	for (size_t i = 0; i < cnt; i++) {
		const struct syscall_enabling *one = &way->enablings.v[i];

		if (!one->is_everywhere &&
		    (is_everywhere || !are_equal(one->numbers, all)))
			guards[i] = guard_of(arena, one->numbers);
	}
	abi->guards = guards;
}

/* Something of the struct pt_regs that is the tracepoint's first argument. */
static struct abi_arg regs_value(int64_t off, uint8_t bytes)
{
	return (struct abi_arg){ .kind = ABI_ARG_KMEM, .size_bytes = bytes,
				 .is_signed = true, .value = off };
}

/*
 * With the kernel's types what regs points to is read directly, else by a
 * helper for each word.
 */
static void set_context(struct syscall_state *state, struct syscall_way *way,
			struct probe_abi *abi)
{
	struct type_table *types = state->env->types;
	struct btf_func func;

	abi->context = ABI_RAW_TP;
	abi->is_syscall_tp = true;
	if (!types->source || btf_tracepoint_find(types->source, types, NULL,
						  way->tracepoint, &func))
		return;
	abi->context = ABI_BTF_TP;
	abi->btf_id = func.btf_id;
	way->is_bound = true;
}

static void set_args(struct syscall_state *state,
		     const struct syscall_way *way, struct probe_abi *abi)
{
	/* the tracepoint's second argument */
	struct abi_arg second = { .kind = ABI_ARG_CTX, .size_bytes = 8,
				  .ctx_off = 8 };

	if (way == &state->ways[WAY_ENTRY]) {
		abi->tag_arg = second;
		for (int i = 0; i < SYSCALL_ARG_MAX; i++)
			abi->args[i] = regs_value(prov_machine.syscall_args[i], 8);
	} else {
		abi->tag_arg = regs_value(prov_machine.syscall_number,
					   prov_machine.syscall_number_bytes);
		abi->args[0] = abi->args[1] = abi->result = second;
	}
	abi->compat_off = prov_machine.compat_off;
	abi->compat_bit = prov_machine.compat_bit;
}

/* Of numbers that the table does not know too. */
static bool way_name(void *p, uint32_t number, struct abi_name *ret)
{
	const struct syscall_way *way = p;
	const char *known = syscall_known_name(number);
	char buf[SYSCALL_NAME_BYTES];

	ret->fields[ABI_PROVIDER] = "syscall";
	ret->fields[ABI_MODULE] = "vmlinux";
	ret->fields[ABI_FUNCTION] =
		known ? known : arena_strdup(way->arena,
					     syscall_name(number, buf));
	ret->fields[ABI_NAME] = way->name;
	return true;
}

static uint32_t way_id(void *p, uint32_t number, uint32_t tgid)
{
	const struct syscall_way *way = p;

	(void)tgid;
	return probe_of(way->state, way, number)->id;
}

static int syscall_generate(void *p, struct gen *gen)
{
	struct syscall_state *state = p;

	for (int i = 0; i < WAY_CNT; i++) {
		struct syscall_way *way = &state->ways[i];
		struct probe_abi abi = {
			.active_state = RT_ACTIVE,
			.irq = ABI_IRQ_NEVER,
			.names = { .name = way_name, .arg = way,
				   .tag_cnt = SYSCALL_NUMBER_MAX,
				   .id = way_id },
		};
		const struct clause **clauses;
		int err;

		if (!way->enablings.cnt)
			continue;
		set_context(state, way, &abi);
		set_args(state, way, &abi);
		set_guards(state, way, &abi);
		clauses = arena_new_array(state->env->arena,
					  const struct clause *,
					  way->enablings.cnt);
		for (size_t e = 0; e < way->enablings.cnt; e++)
			clauses[e] = way->enablings.v[e].clause;
		err = gen_program(gen, way->tracepoint, &abi, clauses,
				  way->enablings.cnt, &way->prog_id);
		if (err)
			return err;
	}
	return 0;
}

/* --------------------------------------------------------------- attaching */

static int syscall_attach(void *p, const int *prog_fds,
			  struct kern_links *links, struct strbuf *warn)
{
	struct syscall_state *state = p;
	int err = 0;

	for (int i = 0; i < WAY_CNT && !err; i++) {
		const struct syscall_way *way = &state->ways[i];
		struct kern_log log = { 0 };

		if (!way->enablings.cnt)
			continue;
		err = kern_tracepoint_attach(links, prog_fds[way->prog_id],
					     way->tracepoint, way->is_bound, &log);
		if (err)
			strbuf_printf(warn, "syscall:::%s: %s\n", way->name,
				      strbuf_text(&log.message));
		kern_log_deinit(&log);
	}
	return err;
}

static const struct probe *syscall_lookup(void *p, uint32_t prog_id,
					  uint32_t probe_tag, uint32_t tgid)
{
	struct syscall_state *state = p;

	(void)tgid;
	for (int i = 0; i < WAY_CNT; i++)
		if (state->ways[i].enablings.cnt &&
		    state->ways[i].prog_id == prog_id)
			return probe_of(state, &state->ways[i], probe_tag);
	return NULL;
}

const struct provider_ops provider_syscall = {
	.name = "syscall",
	.create = syscall_create,
	.destroy = syscall_destroy,
	.match = syscall_match,
	.generate = syscall_generate,
	.attach = syscall_attach,
	.lookup = syscall_lookup,
};
