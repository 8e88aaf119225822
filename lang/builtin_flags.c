// SPDX-License-Identifier: BSD-2-Clause
/*
 * Flags and names of built-in functions and variables, by row of
 * lang/table/builtins.def: a call of system() -> BUILTIN_RECORDS |
 * BUILTIN_DESTRUCTIVE. A node that is not such a call, or was not checked, has
 * no flags.
 */
#include "lang/builtin_flags.h"

#include "lang/walk.h"

enum {
	PROBE_ARG = BUILTIN_PROBE_ARG,
	USER_MEM = BUILTIN_USER_MEM,
	RECORDS = BUILTIN_RECORDS,
	DESTRUCTIVE = BUILTIN_DESTRUCTIVE,
	SPECULATES = BUILTIN_SPECULATES,
	COMMITS = BUILTIN_COMMITS,
	DIRECT = BUILTIN_DIRECT,
};

#define VAR(name, type, flags) [BUILTIN_##name] = flags,
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags)
#define AGG(name, proto, flags)
static const unsigned int var_flags[BUILTIN_VAR_CNT] = {
#include "lang/table/builtins.def"
};
#undef VAR
#undef AGG

#define VAR(name, type, flags)
#define AGG(name, proto, flags) [AGG_##name] = flags,
static const unsigned int agg_flags[AGG_CNT] = {
#include "lang/table/builtins.def"
};
#undef AGG
#undef SUBR
#undef ACT

#define AGG(name, proto, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags) [ACT_##name] = { #name, flags },
static const struct {
	const char *name;
	unsigned int flags;
} actions[ACT_CNT] = {
#include "lang/table/builtins.def"
};
#undef SUBR
#undef ACT

#define SUBR(name, proto, flags) [SUBR_##name] = flags,
#define ACT(name, proto, flags)
static const unsigned int subr_flags[SUBR_CNT] = {
#include "lang/table/builtins.def"
};

static bool calls(const struct node *node, enum ident_kind kind, uint32_t row)
{
	return node->kind == NODE_CALL && node->call.ident &&
	       node->call.ident->kind == kind && node->call.ident->row == row;
}

bool reads_builtin(const struct node *node, enum builtin_var var)
{
	return node->kind == NODE_NAME && node->name.ident &&
		node->name.ident->kind == IDENT_BUILTIN &&
		node->name.ident->row == var;
}

bool calls_subr(const struct node *node, enum builtin_subr subr)
{
	return calls(node, IDENT_SUBR, subr);
}

bool calls_action(const struct node *node, enum action_kind action)
{
	return calls(node, IDENT_ACTION, action);
}

int node_probe_arg(const struct node *node)
{
	const struct ident *ident =
		node->kind == NODE_NAME ? node->name.ident : NULL;

	/* rows are consecutive; a smaller number wraps to a large value */
	if (!ident || ident->kind != IDENT_BUILTIN ||
	    ident->row - BUILTIN_arg0 > BUILTIN_arg9 - BUILTIN_arg0)
		return -1;
	return (int)(ident->row - BUILTIN_arg0 + ident->arg_more);
}

static void note_probe_arg(const struct node *node, void *arg)
{
	uint32_t *used = arg;
	int idx = node_probe_arg(node);

	if (idx >= 0)
		*used |= 1u << idx;
}

uint32_t clauses_probe_args(const struct clause *const *clauses, size_t cnt)
{
	uint32_t used = 0;

	for (size_t i = 0; i < cnt; i++)
		clause_walk(clauses[i], note_probe_arg, &used);
	return used;
}

unsigned int ident_flags(const struct ident *ident)
{
	if (ident->kind == IDENT_BUILTIN)
		return var_flags[ident->row];
	if (ident->kind == IDENT_AGGFUNC)
		return agg_flags[ident->row];
	if (ident->kind == IDENT_ACTION)
		return actions[ident->row].flags;
	return ident->kind == IDENT_SUBR ? subr_flags[ident->row] : 0;
}

unsigned int call_flags(const struct node *node)
{
	const struct ident *ident =
		node->kind == NODE_CALL ? node->call.ident : NULL;

	return ident && (ident->kind == IDENT_ACTION ||
			 ident->kind == IDENT_SUBR) ? ident_flags(ident) : 0;
}

const char *action_name(enum action_kind action)
{
	return actions[action].name;
}
