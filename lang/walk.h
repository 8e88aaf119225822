/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Visiting every node of a tree.
 */
#ifndef DTRACE_LANG_WALK_H
#define DTRACE_LANG_WALK_H

#include "lang/ast.h"

/*
 * Calls @fn for @node, all nodes below it, and its siblings (node->next),
 * parents first. NULL is fine.
 */
void node_walk(const struct node *node,
	       void (*fn)(const struct node *node, void *arg), void *arg);
/* Nodes of the tree below @node and itself, counted up to @max. */
size_t node_count(const struct node *node, size_t max);
/*
 * Whether evaluating it twice differs from once: it contains an assignment, ++
 * or --, or, if @or_calls, a call, which may not be the same each time.
 */
bool node_has_effect(const struct node *node, bool or_calls);
/*
 * What a node changes: the left side of an assignment, the operand of ++ or --.
 * NULL: nothing.
 */
const struct node *node_changes(const struct node *node);
/* node_walk() of a clause: predicate, then statements. */
void clause_walk(const struct clause *clause,
		 void (*fn)(const struct node *node, void *arg), void *arg);

#endif
