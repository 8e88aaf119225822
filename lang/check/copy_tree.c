// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: the tree of an expression as parsed, and values for names. Out: a new
 * tree. The values have been checked and are shared, except for their top node,
 * which is in a different list each time.
 *
 *	k * k	with k = (arg0 + 1)	->	(arg0 + 1) * (arg0 + 1)
 *
 * Inlines of inlines can double at every step, so the nodes are counted.
 */
#include "lang/check/copy_tree.h"

#include <string.h>

#include "lang/walk.h"

static struct node *copy_list(struct copy_env *env, const struct node *list)
{
	struct node *first = NULL, **tail = &first;

	for (; list && env->left; list = list->next) {
		*tail = node_copy(env, list);
		tail = &(*tail)->next;
	}
	return first;
}

static void copy_one(struct copy_env *env, struct node **slot)
{
	if (*slot)
		*slot = node_copy(env, *slot);
}

static void copy_children(struct copy_env *env, struct node *node)
{
	switch (node->kind) {
	case NODE_AGG:
		node->agg.keys = copy_list(env, node->agg.keys);
		break;
	case NODE_INDEX:
		copy_one(env, &node->index.base);
		node->index.keys = copy_list(env, node->index.keys);
		break;
	case NODE_MEMBER:
		copy_one(env, &node->member.base);
		break;
	case NODE_CALL:
		node->call.args = copy_list(env, node->call.args);
		break;
	case NODE_UNARY:
		copy_one(env, &node->unary.operand);
		break;
	case NODE_BINARY:
	case NODE_ASSIGN:
	case NODE_COMMA:
		copy_one(env, &node->binary.left);
		copy_one(env, &node->binary.right);
		break;
	case NODE_COND:
		copy_one(env, &node->cond.cond);
		copy_one(env, &node->cond.then);
		copy_one(env, &node->cond.els);
		break;
	case NODE_CAST:
		copy_one(env, &node->cast.operand);
		break;
	case NODE_SIZEOF:
	case NODE_OFFSETOF:
		copy_one(env, &node->size.operand);
		break;
	case NODE_XLATE:
		copy_one(env, &node->xlate.operand);
		break;
	case NODE_EXPR_STMT:
		copy_one(env, &node->expr_stmt.expr);
		break;
	case NODE_AGG_STMT:
		copy_one(env, &node->agg_stmt.agg);
		copy_one(env, &node->agg_stmt.call);
		break;
	case NODE_IF_STMT:
		copy_one(env, &node->if_stmt.cond);
		node->if_stmt.then = copy_list(env, node->if_stmt.then);
		node->if_stmt.els = copy_list(env, node->if_stmt.els);
		break;
	case NODE_BLOCK_STMT:
		node->block.stmts = copy_list(env, node->block.stmts);
		break;
	case NODE_INT:
	case NODE_STRING:
	case NODE_NAME:
		break;
	}
}

/* The value that the node means, or NULL. */
static const struct node *value_of(const struct copy_env *env,
				   const struct node *node)
{
	if (node->kind != NODE_NAME || node->name.scope != IDENT_GLOBAL)
		return NULL;
	for (size_t i = 0; i < env->param_cnt; i++)
		if (env->params[i].name &&
		    strcmp(env->params[i].name, node->name.name) == 0)
			return env->params[i].value;
	return NULL;
}

struct node *node_copy(struct copy_env *env, const struct node *node)
{
	const struct node *value = value_of(env, node);
	struct node *copy = arena_new(env->arena, struct node);

	*copy = value ? *value : *node;
	copy->next = NULL;
	if (value) {
		env->left -= node_count(value, env->left);
	} else if (env->left) {
		env->left--;
		copy_children(env, copy);
	}
	return copy;
}

struct clause *clause_copy(struct arena *arena, const struct clause *clause)
{
	struct copy_env env = { .arena = arena, .left = SIZE_MAX };
	struct clause *copy = arena_new(arena, struct clause);

	*copy = *clause;
	copy_one(&env, &copy->predicate);
	copy->stmts = copy_list(&env, clause->stmts);
	return copy;
}
