// SPDX-License-Identifier: BSD-2-Clause
/*
 * Conversions that D makes silently, made visible as NODE_CAST nodes with
 * is_implicit. Constants are converted at once.
 *
 * Unlike C, D does not promote to int: the result of an operation has the type
 * with the higher rank, or that of the left operand if the ranks are equal. A
 * uint8_t added to a uint8_t is a uint8_t.
 */
#include <string.h>

#include "lang/check/checker.h"
#include "lang/place.h"

struct node *convert(struct checker *c, struct node *node,
		     const struct type *to)
{
	struct node *cast;

	if (type_resolve(node->type) == type_resolve(to))
		return node;
	if (node->kind == NODE_INT && type_is_scalar(to))
		return integer_node(c, node->loc, node->integer.value, to);
	cast = arena_new(c->arena, struct node);
	cast->kind = NODE_CAST;
	cast->loc = node->loc;
	cast->depth = (uint16_t)(node->depth + 1);
	cast->type = to;
	cast->space = node->space;
	cast->cast.to = to;
	cast->cast.operand = node;
	cast->cast.is_implicit = true;
	return cast;
}

/* The type that a value of @type has in an operation. */
static const struct type *operand_type(const struct checker *c,
				       const struct type *type)
{
	const struct type *resolved = type_resolve(type);

	if (resolved->kind == TYPE_ENUM && resolved->size_bytes == 8)
		return type_base(c->types, resolved->is_signed ? BASE_LONG :
								  BASE_ULONG);
	if (resolved->kind == TYPE_ENUM)
		return type_base(c->types, !resolved->is_signed &&
					   resolved->size_bytes == 4 &&
					   type_exceeds_int(resolved) ?
						   BASE_UINT : BASE_INT);
	if (resolved->is_bool)
		return type_base(c->types, BASE_UCHAR);
	return type->bare;
}

/* D's rank of an integer type: its bits, and one more if it is unsigned. */
static uint64_t rank(const struct type *type)
{
	return type_size_bytes(type) * 8 + !type_is_signed(type);
}

struct node *promote(struct checker *c, struct node *node)
{
	return convert(c, node, operand_type(c, node->type));
}

const struct type *pair_type(const struct checker *c, const struct node *left,
			     const struct node *right)
{
	const struct type *a = operand_type(c, left->type);
	const struct type *b = operand_type(c, right->type);

	return rank(a) < rank(b) ? b : a;
}

const struct type *convert_pair(struct checker *c, struct node **left,
				struct node **right)
{
	const struct type *to = pair_type(c, *left, *right);

	*left = convert(c, *left, to);
	*right = convert(c, *right, to);
	return to;
}

/* The characters at an address, or of an array, are read where it is used. */
struct node *convert_to_string(struct checker *c, struct node *node)
{
	if (type_is_string(node->type))
		return node;
	if (type_resolve(node->type)->kind == TYPE_ENUM)
		node = promote(c, node);
	return convert(c, node, type_base(c->types, BASE_STRING));
}

void convert_texts(struct checker *c, struct node **list)
{
	for (; *list; list = &(*list)->next) {
		struct node *node = *list;

		if (type_resolve(node->type)->kind != TYPE_ARRAY ||
		    !type_is_stringlike(node->type))
			continue;
		*list = convert_to_string(c, node);
		(*list)->next = node->next;
		node->next = NULL;
	}
}

struct node *decay(struct checker *c, struct node *node)
{
	const struct type *type = type_resolve(node->type);

	if (type->kind == TYPE_ARRAY) {
		bool is_variable = node_variable(node);

		node = convert(c, node, type_pointer(c->types, type->target));
		if (is_variable) /* including the targets of pointers in it */
			node->space = SPACE_KERNEL;
		return node;
	}
	if (type->kind == TYPE_FUNCTION)
		return convert(c, node, type_pointer(c->types, node->type));
	return node;
}

bool is_address_type(const struct type *type)
{
	enum type_kind kind = type_resolve(type)->kind;

	return kind == TYPE_SYMADDR || kind == TYPE_USYMADDR ||
	       kind == TYPE_STACK;
}

bool type_is_same(const struct type *a, const struct type *b)
{
	a = type_resolve(a);
	b = type_resolve(b);
	while (a->kind == TYPE_POINTER && b->kind == TYPE_POINTER) {
		a = type_resolve(a->target);
		b = type_resolve(b->target);
	}
	if (a->kind == TYPE_INT && b->kind == TYPE_INT)
		return a->size_bytes == b->size_bytes &&
		       a->is_signed == b->is_signed;
	return a == b;
}
