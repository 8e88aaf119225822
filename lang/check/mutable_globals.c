// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which global variables change while tracing. BEGIN has ended before any other
 * probe fires, and END begins after the last, so a variable that only their
 * clauses set has one value for all others. A variable whose address is taken
 * can change anywhere.
 *
 * A number that all others only add to, in statements of their own, is a counter:
 * it may be kept in several parts, which are added up before END reads it.
 *
 *	n++; total += arg0; left -= 2		counters
 *	trace(n++); x = n++; @[n] = count();	not: others read what n is now
 */
#include <string.h>

#include "lang/check/checker.h"
#include "lang/place.h"
#include "lang/walk.h"

static bool is_begin_or_end(const struct probe_spec *spec)
{
	if (spec->id || *spec->module || *spec->function)
		return false;
	if (*spec->provider && strcmp(spec->provider, "dtrace") != 0)
		return false;
	return !strcmp(spec->name, "BEGIN") || !strcmp(spec->name, "END");
}

bool clause_fires_while_tracing(const struct clause *clause)
{
	for (const struct probe_spec *spec = clause->specs; spec;
	     spec = spec->next)
		if (!is_begin_or_end(spec))
			return true;
	return false;
}

static void note(const struct node *node)
{
	const struct node *name = node_variable(node);

	if (name && name->name.ident)
		name->name.ident->is_changed = true;
}

static void note_set(const struct node *node, void *arg)
{
	const struct node *changed = node_changes(node);

	(void)arg;
	if (changed)
		note(changed);
}

static void note_address(const struct node *node, void *arg)
{
	(void)arg;
	if (node->kind == NODE_UNARY && node->unary.op == OP_ADDROF)
		note(node->unary.operand);
}

/* ---------------------------------------------------------------- counters */

struct name_search {
	const struct ident *ident;
	size_t cnt;
};

static void count_name(const struct node *node, void *arg)
{
	struct name_search *search = arg;

	search->cnt += node->kind == NODE_NAME &&
		node->name.ident == search->ident;
}

/* How often the name is in @node. */
static size_t name_cnt(const struct node *node, const struct ident *ident)
{
	struct name_search search = { .ident = ident };

	node_walk(node, count_name, &search);
	return search.cnt;
}

/*
 * The variable that an expression only adds to, or NULL. The right side of a
 * checked `n += x` is `n + x`, where `n` is the same node, which is visited
 * twice.
 */
static struct ident *only_adds_to(const struct node *expr)
{
	const struct node *left = node_changes(expr);
	bool is_assignment = expr->kind == NODE_ASSIGN;

	if (!left || left->kind != NODE_NAME || !left->name.ident)
		return NULL;
	if (is_assignment && expr->binary.op != OP_ADD &&
	    expr->binary.op != OP_SUB)
		return NULL;
	return name_cnt(expr, left->name.ident) == 1u + is_assignment ?
		       left->name.ident : NULL;
}

/* The names in statements that only add are visited later, and count as none. */
static void note_use(const struct node *node, void *arg)
{
	const struct node *expr = node->kind == NODE_EXPR_STMT ?
		node->expr_stmt.expr : NULL;
	struct ident *ident = expr ? only_adds_to(expr) : NULL;

	(void)arg;
	if (ident)
		ident->use_cnt -= name_cnt(expr, ident);
	else if (node->kind == NODE_NAME && node->name.ident)
		node->name.ident->use_cnt++;
}

/* After the uses in all clauses were noted. */
static bool is_counter(const struct ident *ident)
{
	const struct type *type = type_resolve(ident->type);

	return ident->is_changed && !ident->is_assoc && !ident->use_cnt &&
	       type->kind == TYPE_INT && !type->is_bool;
}

void check_changed_globals(const struct program *program)
{
	for (const struct clause *clause = program->clauses; clause;
	     clause = clause->next) {
		clause_walk(clause, note_address, NULL);
		if (!clause_fires_while_tracing(clause))
			continue;
		clause_walk(clause, note_set, NULL);
		clause_walk(clause, note_use, NULL);
	}
	for (size_t i = 0; i < program->globals.cnt; i++)
		program->globals.v[i]->is_counter =
			is_counter(program->globals.v[i]);
}
