// SPDX-License-Identifier: BSD-2-Clause
/*
 * Arithmetic on constants, in 64 bits. A result that does not fit in the type
 * of the operation becomes a long or an unsigned long; in a type narrower than
 * int, which only a cast can give, it is truncated instead.
 *
 *	1 << 31				a long, 2147483648
 *	0u - 1				an unsigned int, 4294967295
 *	(uint8_t)250 + (uint8_t)6	a uint8_t, 0
 *
 * Only operations whose operands are all constants change.
 */
#include <string.h>

#include "lang/check/checker.h"

uint64_t fold_fit(uint64_t value, const struct type *type)
{
	unsigned int bits;

	type = type_resolve(type);
	if (type->kind != TYPE_INT && type->kind != TYPE_ENUM)
		return value;
	if (type->is_bool)
		return value != 0;
	bits = (unsigned int)type->size_bytes * 8;
	if (bits == 0 || bits >= 64)
		return value;
	value <<= 64 - bits;
	if (type->is_signed)
		return (uint64_t)((int64_t)value >> (64 - bits));
	return value >> (64 - bits);
}

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

/* May a constant of @type be @value? Unsigned ones wrap below 0, as in C. */
static bool holds(const struct type *type, uint64_t value)
{
	int64_t limit = (int64_t)UINT32_MAX + 1;

	type = type_resolve(type);
	if (type->size_bytes != 4)
		return true;
	if (type_is_signed(type))
		return fold_fit(value, type) == value;
	return (int64_t)value >= -limit && (int64_t)value < limit;
}

static struct node *result(struct checker *c, struct loc loc, uint64_t value,
			   const struct type *type)
{
	if (!holds(type, value))
		type = type_base(c->types, type_is_signed(type) ? BASE_LONG :
								   BASE_ULONG);
	return integer_node(c, loc, value, type);
}

struct node *fold_unary(struct checker *c, struct node *node)
{
	const struct node *operand = node->unary.operand;
	uint64_t value = operand->integer.value;

	if (operand->kind != NODE_INT)
		return node;
	if (node->unary.op == OP_NEG)
		value = -value;
	else if (node->unary.op == OP_COMPL)
		value = ~value;
	else if (node->unary.op == OP_NOT)
		value = !value;
	else if (node->unary.op != OP_PLUS)
		return node;
	return result(c, node->loc, value, node->type);
}

static uint64_t divide(uint64_t a, uint64_t b, bool is_signed, bool is_mod)
{
	if (!is_signed)
		return is_mod ? a % b : a / b;
	if (b == UINT64_MAX) /* -1: the one quotient that may not fit */
		return is_mod ? 0 : -a;
	return (uint64_t)(is_mod ? (int64_t)a % (int64_t)b :
				   (int64_t)a / (int64_t)b);
}

/* The number of bits is taken modulo 64, as the processor does. */
static uint64_t shift(uint64_t a, uint64_t b, bool is_signed, bool is_left)
{
	if (is_left)
		return a << (b & 63);
	if (is_signed)
		return (uint64_t)((int64_t)a >> (b & 63));
	return a >> (b & 63);
}

static int compare(uint64_t a, uint64_t b, bool is_signed)
{
	if (is_signed)
		return ((int64_t)a > (int64_t)b) - ((int64_t)a < (int64_t)b);
	return (a > b) - (a < b);
}

static bool relation_holds(enum op op, int order)
{
	return op == OP_LT ? order < 0 : op == OP_LE ? order <= 0 :
	       op == OP_GT ? order > 0 : op == OP_GE ? order >= 0 :
	       op == OP_EQ ? order == 0 : order != 0;
}

static bool is_relation(enum op op)
{
	return op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE ||
	       op == OP_EQ || op == OP_NE;
}

static uint64_t compute(enum op op, uint64_t a, uint64_t b, bool is_signed)
{
	if (op == OP_DIV || op == OP_MOD)
		return divide(a, b, is_signed, op == OP_MOD);
	if (op == OP_SHL || op == OP_SHR)
		return shift(a, b, is_signed, op == OP_SHL);
	if (is_relation(op))
		return relation_holds(op, compare(a, b, is_signed));
	return op == OP_MUL ? a * b : op == OP_ADD ? a + b :
	       op == OP_SUB ? a - b : op == OP_AND ? (a & b) :
	       op == OP_XOR ? (a ^ b) : op == OP_OR ? (a | b) :
	       op == OP_LAND ? (a && b) : op == OP_LXOR ? !a != !b :
	       (a || b);
}

struct node *fold_binary(struct checker *c, struct node *node)
{
	const struct node *left = node->binary.left;
	const struct node *right = node->binary.right;
	enum op op = node->binary.op;

	if (left->kind == NODE_STRING && right->kind == NODE_STRING &&
	    is_relation(op))
		return integer_node(c, node->loc, relation_holds(op,
				    strncmp(left->string.bytes,
					    right->string.bytes,
					    c->types->strsize_bytes - 1)),
				    node->type);
	if (left->kind != NODE_INT || right->kind != NODE_INT)
		return node;
	return result(c, node->loc,
		      compute(op, left->integer.value, right->integer.value,
			      type_is_signed(is_relation(op) ? left->type :
							       node->type)),
		      node->type);
}
