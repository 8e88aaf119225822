// SPDX-License-Identifier: BSD-2-Clause
/*
 * A clause can do without the kernel if it only computes with numbers,
 * aggregates, records numbers, constant strings, the probe's names and strings
 * that an argument of the probe points to, or exits. Global variables are shared
 * with other probes and need the kernel, unless they are numbers that do not
 * change while tracing, or counters (mutable_globals.c); so do all other reads
 * through a pointer and all other actions that take effect at once. Numbers in
 * self-> variables do not, but all clauses that use one have to run in the same
 * place (lang/direct_self.h).
 * Names that do not need the kernel have the flag DIRECT in lang/table/builtins.def.
 */
#include "lang/direct_clause.h"

#include "base/arena.h"
#include "lang/builtin_flags.h"
#include "lang/direct_self.h"
#include "lang/walk.h"

struct search {
	struct arena *arena;
	const char *found;
};

/* Why a clause can't read a global without the kernel; NULL: it can. */
static const char *global_why(struct arena *arena, const struct ident *ident)
{
	const char *fmt = NULL;

	if (ident->is_counter)
		return NULL;
	if (ident->is_changed)
		fmt = "the variable %s, which other clauses than BEGIN set,";
	else if (ident->is_assoc)
		fmt = "the associative array %s";
	else if (!type_is_scalar(ident->type))
		fmt = "the variable %s, which is not a number,";
	return fmt ? arena_printf(arena, fmt, ident->name) : NULL;
}

/* The same of a self-> variable. */
static const char *self_why(struct arena *arena, const struct ident *ident)
{
	const char *fmt = NULL;

	if (ident->is_assoc)
		fmt = "the associative array self->%s";
	else if (!type_is_scalar(ident->type))
		fmt = "self->%s, which is not a number,";
	else if (ident->id >= SELF_OWNED_MAX)
		fmt = "self->%s, which comes after 64 others,";
	return fmt ? arena_printf(arena, fmt, ident->name) : NULL;
}

static void find_name(struct search *search, const struct ident *ident)
{
	if (ident->kind == IDENT_BUILTIN &&
	    !(ident_flags(ident) & BUILTIN_DIRECT))
		search->found = ident->name;
	else if (ident->kind == IDENT_GLOBAL)
		search->found = global_why(search->arena, ident);
	else if (ident->kind == IDENT_SELF)
		search->found = self_why(search->arena, ident);
	else if (ident->kind == IDENT_SYMBOL)
		search->found = arena_printf(search->arena, "`%s", ident->name);
}

static bool is_pointer_wide(const struct type *declared)
{
	const struct type *type = type_resolve(declared);

	return (type->kind == TYPE_INT || type->kind == TYPE_POINTER) &&
	       type->size_bytes == 8;
}

/*
 * The number of the argument that is the whole @node; -1: @node is something
 * else.
 */
static int whole_arg(const struct node *node)
{
	while (node->kind == NODE_CAST && is_pointer_wide(node->type))
		node = node->cast.operand;
	return is_pointer_wide(node->type) ? node_probe_arg(node) : -1;
}

static bool is_text_of_pointer(const struct node *node)
{
	return node->kind == NODE_CAST && type_is_string(node->type) &&
	       !type_is_string(node->cast.operand->type);
}

/*
 * copyinstr(arg1), (string)args[1]: the number of the argument at which the
 * program has the string; -1: @node is something else.
 */
static int string_arg(const struct node *node)
{
	if (calls_subr(node, SUBR_copyinstr))
		return whole_arg(node->call.args);
	if (is_text_of_pointer(node) &&
	    node->cast.operand->space == SPACE_USER)
		return whole_arg(node->cast.operand);
	return -1;
}

static void find_call(struct search *search, const struct node *node)
{
	const struct ident *ident = node->call.ident;

	if (!calls_subr(node, SUBR_copyinstr)) {
		if (!(ident_flags(ident) & BUILTIN_DIRECT))
			search->found = arena_printf(search->arena, "%s()",
						     ident->name);
	} else if (string_arg(node) < 0) {
		search->found = "copyinstr() of an address that is not an argument of the probe";
	}
}

/* Places of keys that were removed are used again, which the kernel sees to. */
static bool is_truncated(const struct node *node)
{
	return node->kind == NODE_AGG && node->agg.ident &&
		node->agg.ident->agg_is_truncated && node->agg.ident->key_cnt;
}

static bool is_element_of_pointer(const struct node *node)
{
	return node->kind == NODE_INDEX && node->index.base->type &&
		type_resolve(node->index.base->type)->kind == TYPE_POINTER;
}

/* Does the node read memory, or make a string of it? */
static bool is_read(const struct node *node)
{
	return node->kind == NODE_MEMBER || node->kind == NODE_XLATE ||
		(node->kind == NODE_UNARY && node->unary.op == OP_DEREF) ||
		is_element_of_pointer(node) ||
		(is_text_of_pointer(node) && string_arg(node) < 0);
}

static void find(const struct node *node, void *arg)
{
	struct search *search = arg;

	if (search->found)
		return;
	if (node->kind == NODE_NAME && node->name.ident)
		find_name(search, node->name.ident);
	else if (node->kind == NODE_CALL && node->call.ident)
		find_call(search, node);
	else if (is_truncated(node))
		search->found = arena_printf(search->arena,
					     "trunc() of the keys of @%s",
					     node->agg.name);
	else if (is_read(node))
		search->found = "following a pointer";
}

const char *clause_needs_kernel(const struct clause *clause,
				struct arena *arena)
{
	struct search search = { .arena = arena };

	clause_walk(clause, find, &search);
	return search.found;
}

static void note_string(const struct node *node, void *arg)
{
	uint32_t *used = arg;
	int idx = string_arg(node);

	if (idx >= 0)
		*used |= 1u << idx;
}

uint32_t clause_string_args(const struct clause *clause)
{
	uint32_t used = 0;

	clause_walk(clause, note_string, &used);
	return used;
}

static void find_tid(const struct node *node, void *arg)
{
	bool *found = arg;

	*found |= reads_builtin(node, BUILTIN_tid);
}

bool clause_reads_tid(const struct clause *clause)
{
	bool found = false;

	clause_walk(clause, find_tid, &found);
	return found;
}

static void find_exit(const struct node *node, void *arg)
{
	bool *found = arg;

	*found |= calls_action(node, ACT_exit);
}

bool clause_exits(const struct clause *clause)
{
	bool found = false;

	clause_walk(clause, find_exit, &found);
	return found;
}

/* Of a list of keys or of things to record; those of other kinds are 0. */
static uint64_t string_bytes(const struct node *node, uint64_t strsize)
{
	uint64_t sum = 0;

	for (; node; node = node->next) {
		uint64_t bytes = strsize;
		const struct node *max = NULL;

		if (string_arg(node) < 0)
			continue;
		if (calls_subr(node, SUBR_copyinstr))
			max = node->call.args->next;
		while (max && max->kind == NODE_CAST)
			max = max->cast.operand;
		if (max && max->kind == NODE_INT && max->integer.value < bytes)
			bytes = max->integer.value + 1;
		sum += (bytes + 7) & ~UINT64_C(7);
	}
	return sum;
}

uint64_t clause_string_bytes(const struct clause *clause, uint64_t strsize)
{
	uint64_t most = 0, recorded = 0;

	for (const struct node *stmt = clause->stmts; stmt; stmt = stmt->next) {
		const struct node *call = NULL;
		uint64_t keys = 0;

		if (stmt->kind == NODE_AGG_STMT)
			keys = string_bytes(stmt->agg_stmt.agg->agg.keys,
					    strsize);
		else if (stmt->kind == NODE_EXPR_STMT)
			call = stmt->expr_stmt.expr;
		else
			recorded = 0; /* a new record */
		if (call && call_flags(call) & BUILTIN_RECORDS)
			recorded += string_bytes(call->call.args, strsize);
		most = keys > most ? keys : most;
		most = recorded > most ? recorded : most;
	}
	return most;
}
