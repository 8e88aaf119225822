// SPDX-License-Identifier: BSD-2-Clause
/*
 * Makes nodes and clauses for the grammar. Every node has the depth of the
 * tree below it: later stages walk the tree by recursion, so a text that needs
 * more than NODE_DEPTH_MAX levels is refused here, once.
 */
#include <string.h>

#include "lang/parse/parser.h"

struct node *node_new(struct parser *p, enum node_kind kind, struct loc loc)
{
	struct node *node = arena_new(p->arena, struct node);

	node->kind = kind;
	node->loc = loc;
	node->depth = 1;
	return node;
}

struct node *node_set_depth(struct parser *p, struct node *node,
			    const struct node *a, const struct node *b,
			    const struct node *c)
{
	const struct node *children[] = { a, b, c };

	for (size_t i = 0; i < 3; i++)
		for (const struct node *child = children[i]; child;
		     child = child->next)
			if (child->depth >= node->depth)
				node->depth = (uint16_t)(child->depth + 1);
	if (node->depth <= NODE_DEPTH_MAX)
		return node;
	if (!p->depth_reported)
		diag_error(p->diags, node->loc, "D_SYNTAX",
			   "more than %d nested operations",
			   NODE_DEPTH_MAX);
	p->depth_reported = true;
	node->depth = NODE_DEPTH_MAX;
	return node;
}

/* Children may be lists; a single operand must not drag its list along. */
struct node *node_unary(struct parser *p, enum op op, bool is_postfix,
			struct node *operand, struct loc loc)
{
	struct node *node = node_new(p, NODE_UNARY, loc);

	node->unary.op = op;
	node->unary.is_postfix = is_postfix;
	node->unary.operand = operand;
	return node_set_depth(p, node, operand, NULL, NULL);
}

struct node *node_binary(struct parser *p, enum node_kind kind, enum op op,
			 struct node *left, struct node *right)
{
	struct node *node = node_new(p, kind, loc_join(left->loc, right->loc));

	node->binary.op = op;
	node->binary.left = left;
	node->binary.right = right;
	return node_set_depth(p, node, left, right, NULL);
}

struct node *node_cond(struct parser *p, struct node *cond, struct node *then,
		       struct node *els)
{
	struct node *node =
		node_new(p, NODE_COND, loc_join(cond->loc, els->loc));

	node->cond.cond = cond;
	node->cond.then = then;
	node->cond.els = els;
	return node_set_depth(p, node, cond, then, els);
}

struct node *node_cast(struct parser *p, const struct type *to,
		       struct node *operand, struct loc loc)
{
	struct node *node = node_new(p, NODE_CAST, loc);

	node->cast.to = to;
	node->cast.operand = operand;
	return node_set_depth(p, node, operand, NULL, NULL);
}

static size_t list_length(const struct node *list)
{
	size_t cnt = 0;

	for (; list; list = list->next)
		cnt++;
	return cnt;
}

struct node *node_call(struct parser *p, struct node *callee,
		       struct node *args, struct loc loc)
{
	struct node *node = node_new(p, NODE_CALL, loc);

	if (callee->kind != NODE_NAME || callee->name.scope != IDENT_GLOBAL) {
		diag_error(p->diags, callee->loc, "D_FUNC_IDENT",
			   "function designator is not of function type");
		node->call.name = "";
	} else {
		node->call.name = callee->name.name;
	}
	node->call.args = args;
	node->call.arg_cnt = list_length(args);
	return node_set_depth(p, node, args, NULL, NULL);
}

struct node *node_index(struct parser *p, struct node *base,
			struct node *keys, struct loc loc)
{
	struct node *node;

	if (base->kind == NODE_AGG && !base->agg.keys) {
		base->loc = loc;
		base->agg.keys = keys;
		base->agg.key_cnt = list_length(keys);
		return node_set_depth(p, base, keys, NULL, NULL);
	}
	node = node_new(p, NODE_INDEX, loc);
	node->index.base = base;
	node->index.keys = keys;
	node->index.key_cnt = list_length(keys);
	return node_set_depth(p, node, base, keys, NULL);
}

struct node *node_name(struct parser *p, const char *name,
		       enum ident_kind scope, struct loc loc)
{
	struct node *node = node_new(p, NODE_NAME, loc);

	node->name.name = name;
	node->name.scope = scope;
	return node;
}

struct node *node_scoped_name(struct parser *p, const char *text,
			      struct loc loc)
{
	const char *quote = strchr(text, '`');
	struct node *node = node_name(p, quote + 1, IDENT_SYMBOL, loc);

	node->name.module =
		arena_strndup(p->arena, text, (size_t)(quote - text));
	return node;
}

/* `@a[k] = f(x)` becomes a statement of its own. */
struct node *node_stmt(struct parser *p, struct node *expr, struct loc loc)
{
	struct node *node;

	if (expr->kind == NODE_ASSIGN && expr->binary.op == OP_ASSIGN &&
	    expr->binary.left->kind == NODE_AGG &&
	    expr->binary.right->kind == NODE_CALL) {
		node = node_new(p, NODE_AGG_STMT, loc);
		node->agg_stmt.agg = expr->binary.left;
		node->agg_stmt.call = expr->binary.right;
	} else {
		node = node_new(p, NODE_EXPR_STMT, loc);
		node->expr_stmt.expr = expr;
	}
	node->depth = expr->depth;
	return node;
}

struct node *node_if(struct parser *p, struct node *cond, struct node *then,
		     struct node *els, struct loc loc)
{
	struct node *node = node_new(p, NODE_IF_STMT, loc);

	node->if_stmt.cond = cond;
	node->if_stmt.then = then;
	node->if_stmt.els = els;
	return node_set_depth(p, node, cond, then, els);
}

struct node_list node_append(struct node_list list, struct node *node)
{
	if (!node)
		return list;
	if (list.last)
		list.last->next = node;
	else
		list.first = node;
	list.last = node;
	return list;
}

void clause_add(struct parser *p, struct loc loc, struct probe_spec *specs,
		struct node *predicate, struct node *stmts, bool has_body)
{
	struct clause *clause = arena_new(p->arena, struct clause);

	if (p->is_lax)
		return;
	clause->loc = loc;
	clause->specs = specs;
	clause->predicate = predicate;
	clause->stmts = stmts;
	clause->has_body = has_body;
	clause->id = p->program->clause_cnt++;
	*p->program->clauses_tail = clause;
	p->program->clauses_tail = &clause->next;
}

struct node *node_no_member(struct parser *p, struct node *base,
			    const char *op, struct loc loc)
{
	diag_error(p->diags, loc, "D_OP_IDENT",
		   "operator %s must be followed by the name of a member", op);
	return base;
}
