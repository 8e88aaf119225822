// SPDX-License-Identifier: BSD-2-Clause
/*
 * Conversions that C makes silently, made visible as NODE_CAST nodes with
 * is_implicit. Constants are converted at once.
 */
#include "lang/checker.h"

#include <string.h>

struct node *integer_node(struct checker *c, struct loc loc, uint64_t value,
			  const struct type *type)
{
	struct node *node = arena_new(c->arena, struct node);

	node->kind = NODE_INT;
	node->loc = loc;
	node->depth = 1;
	node->type = type;
	node->integer.value = fold_fit(value, type);
	return node;
}

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

/* The row of an integer type; one from outside goes by size and sign. */
static enum type_base base_of(const struct checker *c, const struct type *type)
{
	type = type_resolve(type);
	for (enum type_base base = BASE_BOOL; base <= BASE_ULLONG; base++)
		if (c->types->base[base] == type)
			return base;
	if (type->kind == TYPE_ENUM || type->size_bytes < 4)
		return BASE_INT;
	if (type->size_bytes == 4)
		return type->is_signed ? BASE_INT : BASE_UINT;
	return type->is_signed ? BASE_LONG : BASE_ULONG;
}

/* A bit-field that fits an int is one, whatever type it has: C11 6.3.1.1. */
static enum type_base promoted_field(const struct node *node,
				     enum type_base base)
{
	uint32_t bits = node->kind == NODE_MEMBER && node->member.member ?
				node->member.member->bitfield_bits : 0;

	if (!bits || bits > 32)
		return base;
	return bits < 32 || type_is_signed(node->type) ? BASE_INT : BASE_UINT;
}

struct node *promote(struct checker *c, struct node *node)
{
	enum type_base base = promoted_field(node,
					     base_of(c, node->type));

	if (base < BASE_INT)
		base = BASE_INT;
	return convert(c, node, type_base(c->types, base));
}

const struct type *convert_pair(struct checker *c, struct node **left,
				struct node **right)
{
	enum type_base a, b, high, low;
	const struct type *to;

	*left = promote(c, *left);
	*right = promote(c, *right);
	a = base_of(c, (*left)->type);
	b = base_of(c, (*right)->type);
	/* rows from BASE_INT on are signed, unsigned, signed ... by rank */
	high = a > b ? a : b;
	low = a > b ? b : a;
	to = type_base(c->types, high);
	if (to->is_signed && !type_base(c->types, low)->is_signed &&
	    to->size_bytes == type_base(c->types, low)->size_bytes)
		to = type_base(c->types, (enum type_base)(high + 1));
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
