/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The syscall provider: every system call, on its way in and out. There are
 * two programs, one for all entries, one for all returns, on the raw
 * tracepoints sys_enter(regs, number) and sys_exit(regs, result). A call is
 * identified by its number and by whether it is a 32-bit call, whose numbers
 * have other meanings. Each clause has the rows of syscall_table.h that its
 * descriptions match. A description that matches all rows also matches unknown
 * numbers.
 *
 *	syscall : vmlinux : name : entry | return
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/glob.h"
#include "base/text/printable.h"
#include "runtime/common/record.h"
#include "runtime/kernel/link/tracepoint_link.h"
#include "runtime/provider/machine.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/syscall/syscall_table.h"
#include "runtime/types/btf.h"

/* A clause, and the calls at which it runs. */
struct syscall_enabling {
	const struct clause *clause;
	bool is_everywhere;
	bool *rows; /* [SYSCALL_ROW_CNT]; owned */
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

/* stability of the probes */
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
			free(state->ways[i].enablings.v[e].rows);
		vec_deinit(&state->ways[i].enablings);
	}
	free(state);
}

/* ---------------------------------------------------------------- matching */

struct matching {
	struct syscall_state *state;
	struct syscall_way *way;
	const struct probe_spec *spec;
	struct prov_sink *sink; /* or NULL */
	bool is_named; /* it means one call */
	/* what holds for some row: most descriptions have no use for either */
	bool has_alias, may_be_unknown;
	struct abi_range of_probes; /* searched for once, not for each row */
	int cnt;
};

static const struct probe *probe_of(const struct syscall_state *state,
				    const struct syscall_way *way,
				    uint32_t tag)
{
	char buf[SYSCALL_NAME_BYTES];

	return probe_get(state->env->probes, "syscall", "vmlinux",
			 syscall_name(tag, buf), way->name);
}

static void tell(struct matching *m, uint32_t row)
{
	const char *types[SYSCALL_ARG_MAX] = { "long" };
	struct prov_match match = {
		.probe = probe_of(m->state, m->way, syscall_tag(row)),
		.arg_types = types,
		.arg_cnt = 1,
		.has_user_args = true,
		.attrs = syscall_attrs,
	};

	if (m->way == &m->state->ways[WAY_ENTRY])
		match.arg_cnt = prov_arg_types(m->state->env->arena,
					       syscall_arg_types(row),
					       types, SYSCALL_ARG_MAX);
	m->sink->found(m->sink, &match);
}

static bool is_matched(const struct matching *m, uint32_t row)
{
	char buf[SYSCALL_NAME_BYTES];
	const char *name;

	/* ids are those of a listing, which has only the known calls */
	if (m->spec->id)
		return syscall_known_name(row) &&
		       probe_of(m->state, m->way, syscall_tag(row))->id ==
			       m->spec->id;
	if (!m->may_be_unknown && !syscall_known_name(row))
		return false;
	name = syscall_name(syscall_tag(row), buf);
	return glob_match(m->spec->function, name) ||
	       (m->has_alias && syscall_has_alias(name, m->spec->function));
}

/*
 * Calls that no program makes itself: the kernel makes it do so where it is
 * traced (uretprobe: at the return of a function).
 */
static struct abi_range calls_of_probes(void)
{
	int first = syscall_number("uretprobe"), last = syscall_number("uprobe");

	return (struct abi_range){ first > 0 ? (uint32_t)first : 0,
				   last > 0 ? (uint32_t)last : 0 };
}

static bool is_of_probes(const struct matching *m, uint32_t row)
{
	return m->of_probes.last && row >= m->of_probes.first &&
	       row <= m->of_probes.last;
}

static uint32_t site_of(const struct syscall_way *way, uint32_t row)
{
	return row * WAY_CNT + (uint32_t)(way - way->state->ways);
}

/* Known calls are reported and counted; others only if they are named. */
static void match_row(struct matching *m, uint32_t row)
{
	if (!is_matched(m, row) || (is_of_probes(m, row) && !m->is_named))
		return;
	if ((syscall_known_name(row) || m->is_named) &&
	    /* a 32-bit call of the same name is the same probe */
	    syscall_is_first(row)) {
		m->cnt++;
		if (prov_wants_probes(m->sink))
			tell(m, row);
	}
	prov_tell_site(m->sink, site_of(m->way, row));
}

static int syscall_match(void *p, const struct probe_spec *spec,
			 struct prov_sink *sink, struct prov_why *why_ret)
{
	struct syscall_state *state = p;
	struct matching m = {
		.state = state,
		.spec = spec,
		.sink = sink,
		.is_named = spec->id || glob_is_plain(spec->function),
		.has_alias = syscall_has_alias(NULL, spec->function),
		.may_be_unknown = syscall_may_be_unknown(spec->function),
		.of_probes = calls_of_probes(),
	};
	bool is_way[WAY_CNT];

	(void)why_ret;
	if (!syscall_known_name(0))
		return 0; /* another machine */
	if (!spec->id) {
		if (!glob_match(spec->provider, "syscall") ||
		    !glob_match(spec->module, "vmlinux"))
			return 0;
	}
	for (int i = 0; i < WAY_CNT; i++)
		is_way[i] = spec->id ||
			    glob_match(spec->name, state->ways[i].name);
	for (uint32_t row = 0; row < syscall_row_cnt(); row++)
		for (int i = 0; i < WAY_CNT; i++) {
			m.way = &state->ways[i];
			if (is_way[i])
				match_row(&m, row);
		}
	return m.cnt;
}

/* ---------------------------------------------------------------- enabling */

/* The enabling of the clause, which is the last one if there is one. */
static struct syscall_enabling *enabling_of(struct syscall_way *way,
					    const struct clause *clause)
{
	struct syscall_enabling *enabling;

	if (way->enablings.cnt &&
	    way->enablings.v[way->enablings.cnt - 1].clause == clause)
		return &way->enablings.v[way->enablings.cnt - 1];
	enabling = vec_add(&way->enablings);
	enabling->clause = clause;
	enabling->rows = xcalloc(SYSCALL_ROW_CNT, sizeof(bool));
	return enabling;
}

static void syscall_enable(void *p, uint32_t site, const struct clause *clause)
{
	struct syscall_state *state = p;

	enabling_of(&state->ways[site % WAY_CNT], clause)
		->rows[site / WAY_CNT] = true;
}

/* Unknown numbers, if the description matches all calls. */
static void syscall_enable_later(void *p, const struct probe_spec *spec,
				 const struct clause *clause, bool is_found)
{
	struct syscall_state *state = p;

	if (!is_found || spec->id ||
	    (*spec->function && strcmp(spec->function, "*") != 0))
		return;
	for (int i = 0; i < WAY_CNT; i++)
		if (glob_match(spec->name, state->ways[i].name))
			enabling_of(&state->ways[i], clause)->is_everywhere =
				true;
}

/* -------------------------------------------------------------- generating */

static void add_range(struct abi_range *ranges, size_t *cnt, uint32_t tag)
{
	if (*cnt && ranges[*cnt - 1].last == tag - 1)
		ranges[*cnt - 1].last = tag;
	else
		ranges[(*cnt)++] = (struct abi_range){ tag, tag };
}

/* The tags of rows; for 32-bit calls, their numbers. */
static struct abi_guard guard_of(struct arena *arena, const bool *rows,
				 bool is_numbers)
{
	struct abi_range *ranges =
		arena_new_array(arena, struct abi_range, SYSCALL_ROW_CNT);
	uint32_t first = is_numbers ? SYSCALL_NUMBER_MAX : 0;
	size_t cnt = 0;

	for (uint32_t row = first; row < SYSCALL_ROW_CNT; row++)
		if (rows[row])
			add_range(ranges, &cnt, is_numbers ? row - first :
							     syscall_tag(row));
	return (struct abi_guard){ ranges, cnt };
}

static bool are_equal(const bool *a, const bool *b)
{
	return !memcmp(a, b, SYSCALL_ROW_CNT * sizeof(bool));
}

/*
 * A sigreturn has restored the registers, including the number, which is then
 * -1.
 */
static void set_sigreturn(const bool *rows, bool is_everywhere,
			  struct probe_abi *abi)
{
	int own = syscall_number("rt_sigreturn");
	int compat = syscall_compat_number("rt_sigreturn");

	if (own > 0 && (is_everywhere || rows[own]))
		abi->identity.number.none_tag = (uint32_t)own;
	if (compat > 0 && (is_everywhere || rows[compat + SYSCALL_NUMBER_MAX]))
		abi->compat.none_tag = (uint32_t)compat + SYSCALL_COMPAT_TAG;
}

/*
 * The program runs for the calls of all clauses together; a clause for fewer
 * calls has a guard of its own.
 */
static void set_guards(struct syscall_state *state,
		       const struct syscall_way *way, struct probe_abi *abi)
{
	struct arena *arena = state->env->arena;
	size_t cnt = way->enablings.cnt;
	struct abi_guard *guards = arena_new_array(arena, struct abi_guard,
						   cnt);
	bool all[SYSCALL_ROW_CNT] = { false };
	bool is_everywhere = false;

	for (size_t i = 0; i < cnt; i++) {
		is_everywhere |= way->enablings.v[i].is_everywhere;
		for (uint32_t row = 0; row < SYSCALL_ROW_CNT; row++)
			all[row] |= way->enablings.v[i].rows[row];
	}
	if (is_everywhere) {
		/* naming one of these calls selects all of them */
		if (!all[calls_of_probes().first])
			abi->filter.left_out = calls_of_probes();
	} else {
		abi->filter.guard = guard_of(arena, all, false);
		abi->compat.numbers = guard_of(arena, all, true);
	}
	if (way == &state->ways[WAY_RETURN])
		set_sigreturn(all, is_everywhere, abi);
	for (size_t i = 0; i < cnt; i++) {
		const struct syscall_enabling *one = &way->enablings.v[i];

		if (!one->is_everywhere &&
		    (is_everywhere || !are_equal(one->rows, all)))
			guards[i] = guard_of(arena, one->rows, false);
	}
	abi->filter.guards = guards;
}

/* A member of the struct pt_regs that is the tracepoint's first argument. */
static struct abi_arg regs_value(int64_t off, uint8_t bytes)
{
	return (struct abi_arg){ .kind = ABI_ARG_KMEM, .size_bytes = bytes,
				 .is_signed = true, .value = off };
}

/*
 * If the kernel's types are known, the program reads *regs directly, else by a
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
	abi->function.btf_id = func.btf_id;
	way->is_bound = true;
}

static void set_compat(struct syscall_state *state, struct probe_abi *abi)
{
	struct abi_arg *args = arena_new_array(state->env->arena, struct abi_arg,
					       ABI_WIDTH_MAX);

	abi->compat.off = prov_machine.compat_off;
	abi->compat.bit = prov_machine.compat_bit;
	if (!prov_machine.compat_args[0])
		return;
	abi->compat.tag_add = SYSCALL_COMPAT_TAG;
	abi->compat.tag_min = SYSCALL_COMPAT_TAG_MIN;
	abi->names.high_tag = SYSCALL_COMPAT_TAG;
	abi->names.high_row = SYSCALL_NUMBER_MAX;
	for (int i = 0; i < SYSCALL_ARG_MAX; i++)
		args[i] = regs_value(prov_machine.compat_args[i], 8);
	if (abi->args[0].kind == ABI_ARG_KMEM)
		abi->compat.args = args;
}

static void set_args(struct syscall_state *state,
		     const struct syscall_way *way, struct probe_abi *abi)
{
	/* the tracepoint's second argument */
	struct abi_arg second = { .kind = ABI_ARG_CTX, .size_bytes = 8,
				  .ctx_off = 8 };

	if (way == &state->ways[WAY_ENTRY]) {
		abi->identity.number = (struct abi_number){ .arg = second };
		for (int i = 0; i < SYSCALL_ARG_MAX; i++)
			abi->args[i] = regs_value(prov_machine.syscall_args[i], 8);
		abi->width = syscall_arg_width;
	} else {
		abi->identity.number = (struct abi_number){
			.arg = regs_value(prov_machine.syscall_number,
					  prov_machine.syscall_number_bytes) };
		for (int i = 0; i < 2 && prov_machine.syscall_sets[i]; i++)
			abi->identity.number.set_by_call[i] = regs_value(
				prov_machine.syscall_sets[i], 8);
		second.is_result = true;
		abi->args[0] = abi->args[1] = abi->result = second;
		abi->width = syscall_result_width;
	}
	set_compat(state, abi);
}

/* Also for calls that are not in the table. */
static bool way_name(void *p, uint32_t tag, struct abi_name *ret)
{
	const struct syscall_way *way = p;
	const char *known = syscall_known_name(syscall_row(tag));
	char buf[SYSCALL_NAME_BYTES];

	ret->fields[ABI_PROVIDER] = "syscall";
	ret->fields[ABI_MODULE] = "vmlinux";
	ret->fields[ABI_FUNCTION] =
		known ? known : arena_strdup(way->arena,
					     syscall_name(tag, buf));
	ret->fields[ABI_NAME] = way->name;
	return true;
}

static uint32_t way_id(void *p, uint32_t tag, uint32_t tgid)
{
	const struct syscall_way *way = p;

	(void)tgid;
	return probe_of(way->state, way, tag)->id;
}

static int syscall_generate(void *p, struct gen *gen)
{
	struct syscall_state *state = p;

	for (int i = 0; i < WAY_CNT; i++) {
		struct syscall_way *way = &state->ways[i];
		struct probe_abi abi = {
			.irq = ABI_IRQ_NEVER,
			.identity.kind = ABI_ID_NUMBER,
			.filter.active_state = RT_ACTIVE,
			.names = { .name = way_name, .arg = way,
				   .tag_cnt = syscall_row_cnt(),
				   .number_prefix = SYSCALL_UNKNOWN_PREFIX,
				   .id = way_id },
		};
		const struct clause **clauses;
		int err;

		if (!way->enablings.cnt)
			continue;
		set_context(state, way, &abi);
		set_args(state, way, &abi);
		set_guards(state, way, &abi);
		abi.filter.launch = prov_launch(state->env);
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
			printable_line(warn, "syscall:::%s: %s", way->name,
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
	.enable = syscall_enable,
	.enable_later = syscall_enable_later,
	.generate = syscall_generate,
	.attach = syscall_attach,
	.lookup = syscall_lookup,
};
