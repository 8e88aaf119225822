// SPDX-License-Identifier: BSD-2-Clause
/*
 * A place begins at a pointer or a symbol; `.m` and `[i]` of an array stay
 * inside it, in the same memory:
 *
 *	(*p).m[3]	the memory that p points to
 *	p->q[3]		q an array: the same; a pointer: what q points to
 */
#include "lang/place.h"

bool node_is_assoc(const struct node *node)
{
	const struct node *name;

	if (node->kind != NODE_INDEX)
		return false;
	name = node->index.base;
	return name->kind == NODE_NAME && name->name.ident &&
	       name->name.ident->is_assoc;
}

/* The place of which @node is a part, or NULL if it begins one itself. */
static const struct node *outer(const struct node *node)
{
	if (node->kind == NODE_MEMBER && !node->member.is_arrow)
		return node->member.base;
	if (node->kind == NODE_INDEX && node->index.base->type &&
	    !node_is_assoc(node) &&
	    type_resolve(node->index.base->type)->kind == TYPE_ARRAY)
		return node->index.base;
	return NULL;
}

bool node_is_place(const struct node *node)
{
	while (outer(node))
		node = outer(node);
	if (node->kind == NODE_UNARY)
		return node->unary.op == OP_DEREF;
	if (node->kind == NODE_NAME)
		return node->name.scope == IDENT_SYMBOL;
	if (node->kind == NODE_INDEX)
		return node->index.base->type && !node_is_assoc(node) &&
		       type_resolve(node->index.base->type)->kind ==
			       TYPE_POINTER;
	return node->kind == NODE_MEMBER;
}

enum addr_space node_place_space(const struct node *node)
{
	while (outer(node))
		node = outer(node);
	if (node->kind == NODE_UNARY)
		return node->unary.operand->space;
	if (node->kind == NODE_MEMBER)
		return node->member.base->space;
	return node->kind == NODE_INDEX ? node->index.base->space :
					  SPACE_KERNEL;
}

const struct node *node_variable(const struct node *node)
{
	for (;;) {
		const struct node *whole = outer(node);

		if (!whole && node_is_assoc(node))
			whole = node->index.base;
		if (!whole)
			break;
		node = whole;
	}
	if (node->kind == NODE_NAME && node->name.ident &&
	    node->name.ident->kind >= IDENT_GLOBAL &&
	    node->name.ident->kind <= IDENT_THIS)
		return node;
	return NULL;
}

bool node_is_character(const struct node *node)
{
	const struct node *text = node->index.base;

	return node->kind == NODE_INDEX && !node_is_assoc(node) && text->type &&
		type_is_string(text->type) &&
		(node_variable(text) ||
		 (node_is_place(text) && node_place_space(text) != SPACE_USER));
}
