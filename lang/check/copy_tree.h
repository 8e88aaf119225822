/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies of expressions with names replaced by values, for uses of inlines and
 * of translators' members. Copies of whole clauses.
 */
#ifndef DTRACE_LANG_CHECK_COPY_TREE_H
#define DTRACE_LANG_CHECK_COPY_TREE_H

#include "base/arena.h"
#include "lang/ast.h"

/* A parameter: names that refer to it become copies of the node. */
struct copy_param {
	const char *name;
	const struct node *value; /* checked */
};

struct copy_env {
	struct arena *arena;
	const struct copy_param *params;
	size_t param_cnt;
	size_t left; /* nodes that may still be made, values included */
};

/*
 * Copies the expression @node, which was not checked. If env->left becomes 0,
 * the rest is missing: the caller must not use the copy.
 */
struct node *node_copy(struct copy_env *env, const struct node *node);

/* Copies @clause, which was not checked; its specs and ->next are shared. */
struct clause *clause_copy(struct arena *arena, const struct clause *clause);

#endif
