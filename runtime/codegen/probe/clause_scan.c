/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Properties of clauses that are needed before the first one is generated: how
 * long the keys of each aggregation are, and whether user memory is read or the
 * user stack walked.
 */
#include "lang/builtin_flags.h"
#include "lang/place.h"
#include "lang/walk.h"
#include "runtime/codegen/record/stack.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/lvalue.h"

static void scan_key(const struct gen *gen, const struct node *key,
		     struct gen_key_info *info)
{
	uint32_t bytes = 0;

	if (gen_is_string(key)) {
		bytes = gen_string_bytes(gen, key);
	} else if (gen_is_pc(key)) {
		bytes = gen_pc_bytes(gen, key);
		/* the first one determines how keys are shown */
		if (!info->bytes)
			info->kind = gen_pc_kind(key);
	}
	if (info->bytes < bytes)
		info->bytes = bytes;
}

static void scan_node(const struct node *node, void *arg)
{
	struct gen *gen = arg;
	const struct ident *ident;
	struct gen_agg_info *info;
	const struct node *key;

	if (node->kind != NODE_AGG_STMT)
		return;
	ident = node->agg_stmt.agg->agg.ident;
	while (gen->aggs.cnt <= ident->id) {
		vec_add(&gen->aggs);
		vec_add(&gen->result.aggs)->id =
			(uint32_t)gen->result.aggs.cnt - 1;
	}
	info = &gen->aggs.v[ident->id];
	info->ident = ident;
	info->stmt_cnt++;
	if (!info->keys)
		info->keys = arena_new_array(gen->arena, struct gen_key_info,
					     ident->key_cnt + 1);
	key = node->agg_stmt.agg->agg.keys;
	for (size_t i = 0; i < ident->key_cnt && key; i++, key = key->next)
		scan_key(gen, key, &info->keys[i]);
}

void gen_scan(struct gen *gen, const struct program *program)
{
	gen_map_limits_init(gen, program);
	gen_var_scan(gen, program);
	for (const struct clause *c = program->clauses; c; c = c->next)
		clause_walk(c, scan_node, gen);
}

/* ------------------------------------------------------------- user memory */

struct user_scan {
	const struct probe_abi *abi;
	bool reads_user;
};

static bool has_user_arg(const struct node *call)
{
	const struct node *arg = call->call.args;

	while (arg && arg->space != SPACE_USER)
		arg = arg->next;
	return arg;
}

static void find_user_reads(const struct node *node, void *arg)
{
	struct user_scan *scan = arg;
	const struct name_gen *name;
	const struct ident *ident;

	if (node->kind == NODE_CAST && gen_is_string(node))
		scan->reads_user |= node->cast.operand->space == SPACE_USER;
	if (node->type && node_is_place(node))
		scan->reads_user |= node_place_space(node) == SPACE_USER;
	if (node->kind != NODE_NAME && node->kind != NODE_CALL)
		return;
	name = gen_name(node);
	scan->reads_user |= name && (name->reads_user ||
				     (name->reads_args && has_user_arg(node)));
	ident = node->kind == NODE_NAME ? node->name.ident : node->call.ident;
	if (ident && ident->kind == IDENT_ACTION &&
	    ident->row == ACT_tracemem)
		scan->reads_user |= node->call.args->space == SPACE_USER;
	if (node_probe_arg(node) >= 0) {
		enum abi_arg_kind kind =
			scan->abi->args[node_probe_arg(node)].kind;

		scan->reads_user |= kind == ABI_ARG_MEM ||
				    kind == ABI_ARG_SITE ||
				    kind == ABI_ARG_LOCK;
	}
}

bool gen_reads_user(const struct clause *const *clauses, size_t clause_cnt,
		    const struct probe_abi *abi)
{
	struct user_scan scan = { .abi = abi };

	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], find_user_reads, &scan);
	return scan.reads_user;
}

static void find_user_walks(const struct node *node, void *arg)
{
	const struct name_gen *name = NULL;
	bool *walks_user = arg;

	if (node->kind == NODE_NAME || node->kind == NODE_CALL)
		name = gen_name(node);
	*walks_user |= name && name->walks_user;
}

bool gen_walks_user(const struct clause *const *clauses, size_t clause_cnt)
{
	bool walks_user = false;

	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], find_user_walks, &walks_user);
	return walks_user;
}
