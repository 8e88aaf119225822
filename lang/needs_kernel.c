// SPDX-License-Identifier: BSD-2-Clause
/*
 * What a clause can do without the kernel: compute with numbers, aggregate, and
 * record numbers, constant strings and the probe's names. What it shares with
 * other probes (variables but this->), what it reads through a pointer, and
 * what acts at once needs the kernel. Names have the flag DIRECT in
 * lang/builtins.def if they don't.
 */
#include "lang/needs_kernel.h"

#include "base/arena.h"
#include "lang/builtin.h"
#include "lang/walk.h"

struct search {
	struct arena *arena;
	const char *found;
};

static void find_name(struct search *search, const struct ident *ident)
{
	if (ident->kind == IDENT_BUILTIN &&
	    !(ident_flags(ident) & BUILTIN_DIRECT))
		search->found = ident->name;
	else if (ident->kind == IDENT_GLOBAL)
		search->found = arena_printf(search->arena, "the variable %s",
					     ident->name);
	else if (ident->kind == IDENT_SELF)
		search->found =
			arena_printf(search->arena, "self->%s", ident->name);
	else if (ident->kind == IDENT_SYMBOL)
		search->found = arena_printf(search->arena, "`%s", ident->name);
}

static void find_call(struct search *search, const struct ident *ident)
{
	if (!(ident_flags(ident) & BUILTIN_DIRECT))
		search->found =
			arena_printf(search->arena, "%s()", ident->name);
}

/* Places of keys that were removed are used again, which the kernel sees to. */
static bool is_truncated(const struct node *node)
{
	return node->kind == NODE_AGG && node->agg.ident &&
		node->agg.ident->agg_is_truncated && node->agg.ident->key_cnt;
}

/* Does the node read memory, or make a string of it? */
static bool is_read(const struct node *node)
{
	return node->kind == NODE_MEMBER || node->kind == NODE_XLATE ||
		(node->kind == NODE_UNARY && node->unary.op == OP_DEREF) ||
		(node->kind == NODE_CAST && type_is_string(node->type));
}

static void find(const struct node *node, void *arg)
{
	struct search *search = arg;

	if (search->found)
		return;
	if (node->kind == NODE_NAME && node->name.ident)
		find_name(search, node->name.ident);
	else if (node->kind == NODE_CALL && node->call.ident)
		find_call(search, node->call.ident);
	else if (is_truncated(node))
		search->found = arena_printf(search->arena,
					     "trunc() of the keys of @%s",
					     node->agg.name);
	else if (is_read(node))
		search->found = "what an argument points to";
}

const char *clause_needs_kernel(const struct clause *clause,
				struct arena *arena)
{
	struct search search = { .arena = arena };

	clause_walk(clause, find, &search);
	return search.found;
}
