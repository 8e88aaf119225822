// SPDX-License-Identifier: BSD-2-Clause
/*
 * Direct probes and self-> variables. A thread's variable is in one place, the
 * kernel's or the program's, and no firing can use one that is in the other.
 * Variables that some probe uses together form a group, which moves as a whole:
 *
 *	start { self->ts = timestamp; self->op = arg0; }	 group 1: ts op
 *	done /self->ts/ { @[self->op] = ...; self->ts = 0; }
 *
 * Until a thread has the group in the program, firings that need its values are
 * left to the kernel. One that sets all of them before it reads any brings the
 * group, because their old values do not matter: `start`. After that none of the
 * thread's firings that use the group can go to the kernel, so each of the
 * group's probes has to be direct, in the same file and provider, and must not
 * read strings; and some probe has to bring it.
 */
#include "base/arena.h"
#include "lang/direct_self.h"
#include "lang/walk.h"
#include "runtime/provider/provider.h"
#include "runtime/provider/usdt/usdt.h"

#define NO_HOOK UINT32_MAX /* of a probe that was refused */

static const struct usdt_enabling *first_of(const struct usdt_state *state,
					    size_t direct_idx)
{
	size_t i = 0;

	while (state->enablings.v[i].direct != direct_idx + 1)
		i++;
	return &state->enablings.v[i];
}

static uint64_t selfs_of(const struct usdt_enabling *enabling)
{
	uint64_t vars = 0;

	for (size_t i = 0; i < enabling->clauses.cnt; i++)
		vars |= clause_selfs(enabling->clauses.v[i]);
	return vars;
}

/* A group, and the indexes of its probes. */
struct group {
	uint64_t vars;
	VEC(size_t) directs;
};

struct grouping {
	struct usdt_state *state;
	VEC(struct group) groups;
};

static void merge(struct group *into, struct group *other)
{
	into->vars |= other->vars;
	for (size_t i = 0; i < other->directs.cnt; i++)
		vec_push(&into->directs, other->directs.v[i]);
	vec_deinit(&other->directs);
}

/* All groups that have one of the probe's variables become one. */
static void add_probe(struct grouping *grouping, size_t direct_idx)
{
	struct group all = { 0 };
	size_t kept = 0;

	all.vars = selfs_of(first_of(grouping->state, direct_idx));
	if (!all.vars)
		return;
	for (size_t i = 0; i < grouping->groups.cnt; i++) {
		struct group *group = &grouping->groups.v[i];

		if (group->vars & all.vars)
			merge(&all, group);
		else
			grouping->groups.v[kept++] = *group;
	}
	grouping->groups.cnt = kept;
	vec_push(&all.directs, direct_idx);
	vec_push(&grouping->groups, all);
}

/* --------------------------------------------------------------- objections */

static bool has_clause(const struct usdt_enabling *enabling,
		       const struct clause *clause)
{
	for (size_t i = 0; i < enabling->clauses.cnt; i++)
		if (enabling->clauses.v[i] == clause)
			return true;
	return false;
}

/* Is each probe that the clause runs at a direct one? */
static bool is_direct(const struct usdt_state *state,
		      const struct prov_clause *clause)
{
	if (clause->providers != 1u << PROVIDER_usdt || clause->is_late)
		return false;
	for (size_t i = 0; i < state->enablings.cnt; i++) {
		const struct usdt_enabling *e = &state->enablings.v[i];

		if (!e->direct && !e->is_stood_for &&
		    has_clause(e, clause->clause))
			return false;
	}
	return true;
}

static bool are_clauses_direct(const struct usdt_state *state,
			       const struct group *group)
{
	for (size_t i = 0; i < state->env->clauses.cnt; i++) {
		const struct prov_clause *clause = &state->env->clauses.v[i];

		if (clause_selfs(clause->clause) & group->vars &&
		    !is_direct(state, clause))
			return false;
	}
	return true;
}

/* Whether a firing of the probe can need the values that the group has. */
static bool needs_values(const struct usdt_state *state,
			 const struct group *group, size_t direct_idx)
{
	const struct usdt_enabling *first = first_of(state, direct_idx);

	for (size_t i = 0; i < first->clauses.cnt; i++)
		if (!clause_sets_selfs_first(first->clauses.v[i], group->vars))
			return true;
	return false;
}

static const char *objection(const struct usdt_state *state,
			     const struct group *group)
{
	const struct usdt_direct *directs = state->directs.v;
	const struct usdt_direct *first = &directs[group->directs.v[0]];
	bool is_brought = false;

	if (!are_clauses_direct(state, group))
		return "a probe that is not direct uses";
	for (size_t i = 0; i < group->directs.cnt; i++) {
		size_t idx = group->directs.v[i];

		if (directs[idx].file_idx != first->file_idx ||
		    directs[idx].note != first->note)
			return "probes of several files or providers use";
		if (directs[idx].string_args)
			return "a probe whose clauses read strings uses";
		is_brought |= !needs_values(state, group, idx);
	}
	return is_brought ? NULL : "every probe needs the old value of";
}

struct naming {
	uint64_t vars;
	const char *name;
};

static void find_name(const struct node *node, void *arg)
{
	struct naming *naming = arg;

	if (!naming->name && node->kind == NODE_NAME && node->name.ident &&
	    node->name.ident->kind == IDENT_SELF &&
	    naming->vars >> node->name.ident->id & 1)
		naming->name = node->name.ident->name;
}

/* One of the group's variables. */
static const char *name_of(const struct usdt_state *state,
			   const struct group *group)
{
	const struct usdt_enabling *first =
		first_of(state, group->directs.v[0]);
	struct naming naming = { .vars = group->vars };

	for (size_t i = 0; i < first->clauses.cnt; i++)
		clause_walk(first->clauses.v[i], find_name, &naming);
	return naming.name;
}

/* ----------------------------------------------------------------- decision */

/* Its enablings are attached at the sites again. */
static void drop(struct usdt_state *state, const struct usdt_direct *direct)
{
	for (size_t i = 0; i < state->enablings.cnt; i++) {
		struct usdt_enabling *e = &state->enablings.v[i];
		const struct sdt_site *site =
			&state->files.v[e->file_idx].elf->sites[e->site_idx];

		if (e->file_idx != direct->file_idx ||
		    e->tgid != direct->tgid ||
		    !usdt_is_site_of(site, direct->note, direct->hook))
			continue;
		e->direct = 0;
		e->is_stood_for = false;
	}
}

/* The next ones take the places of those that were refused. */
static void close_gaps(struct usdt_state *state)
{
	size_t kept = 0;

	for (size_t i = 0; i < state->directs.cnt; i++) {
		if (state->directs.v[i].hook == NO_HOOK)
			continue;
		for (size_t e = 0; i != kept && e < state->enablings.cnt; e++)
			if (state->enablings.v[e].direct == i + 1)
				state->enablings.v[e].direct =
					(uint32_t)kept + 1;
		state->directs.v[kept++] = state->directs.v[i];
	}
	state->directs.cnt = kept;
}

static void refuse_group(struct usdt_state *state, const struct group *group,
			 const char *why)
{
	const char *name = name_of(state, group);

	for (size_t i = 0; i < group->directs.cnt; i++) {
		struct usdt_direct *direct =
			&state->directs.v[group->directs.v[i]];

		usdt_refuse_direct(state, first_of(state, group->directs.v[i]),
				   arena_printf(state->env->arena,
						"%s self->%s", why, name));
		drop(state, direct);
		direct->hook = NO_HOOK;
	}
}

static void number_group(struct usdt_state *state, const struct group *group,
			 uint32_t number)
{
	for (size_t i = 0; i < group->directs.cnt; i++) {
		size_t idx = group->directs.v[i];

		state->directs.v[idx].self_group = number;
		state->directs.v[idx].needs_selfs =
			needs_values(state, group, idx);
	}
}

bool usdt_has_own_selfs(const struct usdt_state *state,
			const struct usdt_enabling *enabling)
{
	uint64_t vars = selfs_of(enabling);

	for (size_t i = 0; vars && i < state->directs.cnt; i++)
		if (state->directs.v[i].self_group &&
		    selfs_of(first_of(state, i)) & vars)
			return true;
	return false;
}

void usdt_settle_selfs(struct usdt_state *state)
{
	struct grouping grouping = { .state = state };
	uint32_t cnt = 0;

	for (size_t i = 0; i < state->directs.cnt; i++)
		add_probe(&grouping, i);
	for (size_t i = 0; i < grouping.groups.cnt; i++) {
		struct group *group = &grouping.groups.v[i];
		const char *why = objection(state, group);

		if (!why && cnt == USDT_SELF_GROUP_MAX)
			why = "32 other groups of variables come before";
		if (why)
			refuse_group(state, group, why);
		else
			number_group(state, group, ++cnt);
		vec_deinit(&group->directs);
	}
	vec_deinit(&grouping.groups);
	close_gaps(state);
}
