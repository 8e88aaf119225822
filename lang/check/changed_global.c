// SPDX-License-Identifier: BSD-2-Clause
/*
 * Which global variables change while tracing. BEGIN has ended before any other
 * probe fires, and END begins after the last, so a variable that only their
 * clauses set has one value for all others. A variable whose address is taken
 * can change anywhere.
 */
#include <string.h>

#include "lang/check/checker.h"
#include "lang/lvalue_base.h"
#include "lang/walk.h"

static bool is_begin_or_end(const struct probe_spec *spec)
{
	if (spec->id || *spec->module || *spec->function)
		return false;
	if (*spec->provider && strcmp(spec->provider, "dtrace") != 0)
		return false;
	return !strcmp(spec->name, "BEGIN") || !strcmp(spec->name, "END");
}

static bool fires_while_tracing(const struct clause *clause)
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

void check_changed_globals(const struct program *program)
{
	for (const struct clause *clause = program->clauses; clause;
	     clause = clause->next) {
		clause_walk(clause, note_address, NULL);
		if (fires_while_tracing(clause))
			clause_walk(clause, note_set, NULL);
	}
}
