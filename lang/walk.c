// SPDX-License-Identifier: BSD-2-Clause
/*
 * One place that knows which fields of a node are nodes.
 */
#include "lang/walk.h"

struct walk {
	void (*fn)(const struct node *node, void *arg);
	void *arg;
	size_t left; /* nodes to visit at most */
};

static void walk_list(struct walk *walk, const struct node *node);

static void walk_children(struct walk *walk, const struct node *node)
{
	switch (node->kind) {
	case NODE_INT:
	case NODE_STRING:
	case NODE_NAME:
		break;
	case NODE_AGG:
		walk_list(walk, node->agg.keys);
		break;
	case NODE_INDEX:
		walk_list(walk, node->index.base);
		walk_list(walk, node->index.keys);
		break;
	case NODE_MEMBER:
		walk_list(walk, node->member.base);
		break;
	case NODE_CALL:
		walk_list(walk, node->call.args);
		break;
	case NODE_UNARY:
		walk_list(walk, node->unary.operand);
		break;
	case NODE_BINARY:
	case NODE_ASSIGN:
	case NODE_COMMA:
		walk_list(walk, node->binary.left);
		walk_list(walk, node->binary.right);
		break;
	case NODE_COND:
		walk_list(walk, node->cond.cond);
		walk_list(walk, node->cond.then);
		walk_list(walk, node->cond.els);
		break;
	case NODE_CAST:
		walk_list(walk, node->cast.operand);
		break;
	case NODE_SIZEOF:
	case NODE_OFFSETOF:
		walk_list(walk, node->size.operand);
		break;
	case NODE_XLATE:
		walk_list(walk, node->xlate.operand);
		break;
	case NODE_EXPR_STMT:
		walk_list(walk, node->expr_stmt.expr);
		break;
	case NODE_AGG_STMT:
		walk_list(walk, node->agg_stmt.agg);
		walk_list(walk, node->agg_stmt.call);
		break;
	case NODE_IF_STMT:
		walk_list(walk, node->if_stmt.cond);
		walk_list(walk, node->if_stmt.then);
		walk_list(walk, node->if_stmt.els);
		break;
	case NODE_BLOCK_STMT:
		walk_list(walk, node->block.stmts);
		break;
	}
}

static void walk_list(struct walk *walk, const struct node *node)
{
	for (; node && walk->left; node = node->next) {
		walk->left--;
		if (walk->fn)
			walk->fn(node, walk->arg);
		walk_children(walk, node);
	}
}

void node_walk(const struct node *node,
	       void (*fn)(const struct node *node, void *arg), void *arg)
{
	walk_list(&(struct walk){ fn, arg, SIZE_MAX }, node);
}

size_t node_count(const struct node *node, size_t max)
{
	struct walk walk = { .left = max };

	if (max) {
		walk.left--;
		walk_children(&walk, node);
	}
	return max - walk.left;
}

struct effect_search {
	bool or_calls, is_found;
};

const struct node *node_changes(const struct node *node)
{
	if (node->kind == NODE_ASSIGN)
		return node->binary.left;
	if (node->kind == NODE_UNARY &&
	    (node->unary.op == OP_INC || node->unary.op == OP_DEC))
		return node->unary.operand;
	return NULL;
}

static void find_effect(const struct node *node, void *arg)
{
	struct effect_search *search = arg;

	if (node_changes(node) || (node->kind == NODE_CALL && search->or_calls))
		search->is_found = true;
}

bool node_has_effect(const struct node *node, bool or_calls)
{
	struct effect_search search = { .or_calls = or_calls };

	node_walk(node, find_effect, &search);
	return search.is_found;
}

void clause_walk(const struct clause *clause,
		 void (*fn)(const struct node *node, void *arg), void *arg)
{
	node_walk(clause->predicate, fn, arg);
	node_walk(clause->stmts, fn, arg);
}
