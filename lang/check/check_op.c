// SPDX-License-Identifier: BSD-2-Clause
/*
 * Operators: the operands that they accept, the conversions that they cause
 * and the type of the result. Pointer arithmetic is made explicit: the integer is
 * multiplied by the size of the target, so later stages add bytes.
 */
#include <errno.h>
#include <string.h>

#include "lang/check/checker.h"
#include "lang/dump.h"

static const struct type *int_type(const struct checker *c)
{
	return type_base(c->types, BASE_INT);
}

static bool is_pointer(const struct node *node)
{
	return type_resolve(node->type)->kind == TYPE_POINTER;
}

static struct node *bad_operands(struct checker *c, const struct node *node,
				 const struct node *left,
				 const struct node *right)
{
	diag_error(c->diags, node->loc, "D_OP_INCOMPAT",
		   "operands have incompatible types: \"%s\" %s \"%s\"",
		   type_text(c->arena, left->type),
		   op_spelling(node->binary.op),
		   type_text(c->arena, right->type));
	return NULL;
}

/* ------------------------------------------------------------------ unary */

/* An action has no value, and an aggregation has one per key. */
bool refuse_valueless(struct checker *c, enum op op, const struct node *node)
{
	if (node->kind == NODE_AGG) {
		diag_error(c->diags, node->loc, "D_OP_INCOMPAT",
			   "operator %s may not be applied to an aggregation: "
			   "@%s", op_spelling(op), node->agg.name);
		return true;
	}
	if (node->kind != NODE_CALL || !name_is_action(node->call.name))
		return false;
	diag_error(c->diags, node->loc, "D_OP_ACT",
		   "operator %s may not be applied to an action: %s( )",
		   op_spelling(op), node->call.name);
	return true;
}

static struct node *check_deref_sum(struct checker *c, struct node *node);

struct node *check_unary(struct checker *c, struct node *node)
{
	enum op op = node->unary.op;
	struct node *operand;

	if (op == OP_INC || op == OP_DEC)
		return check_increment(c, node);
	if (op == OP_ADDROF)
		return check_addrof(c, node);
	if (refuse_valueless(c, op, node->unary.operand))
		return NULL;
	if (op == OP_DEREF && node->unary.operand->kind == NODE_BINARY &&
	    node->unary.operand->binary.op == OP_ADD)
		return check_deref_sum(c, node);
	operand = op == OP_NOT ? check_test(c, node->unary.operand) :
				 check_expr(c, node->unary.operand);
	if (!operand)
		return NULL;
	node->unary.operand = operand;
	if (op == OP_DEREF)
		return check_deref(c, node);
	node->unary.operand = operand = decay(c, operand);
	if (op == OP_NOT && type_is_scalar(operand->type)) {
		node->type = int_type(c);
	} else if (op != OP_NOT && type_is_integer(operand->type)) {
		node->unary.operand = promote(c, operand);
		node->type = node->unary.operand->type;
	} else {
		diag_error(c->diags, node->loc,
			   op == OP_NOT ? "D_OP_SCALAR" :
			   op == OP_COMPL ? "D_OP_INT" : "D_OP_ARITH",
			   "operator %s requires an operand of %s type",
			   op_spelling(op), op == OP_NOT ? "scalar" :
			   op == OP_COMPL ? "integral" : "arithmetic");
		return NULL;
	}
	return fold_unary(c, node);
}

/* ---------------------------------------------------------------- pointers */

static struct node *binary_node(struct checker *c, const struct node *at,
				enum op op, struct node *left,
				struct node *right)
{
	struct node *node = arena_new(c->arena, struct node);

	node->kind = NODE_BINARY;
	node->loc = at->loc;
	node->depth = (uint16_t)(at->depth + 1);
	node->type = left->type;
	node->binary.op = op;
	node->binary.left = left;
	node->binary.right = right;
	return fold_binary(c, node);
}

/* The integer @node as a number of bytes for pointers of type @pointer. */
static struct node *scaled(struct checker *c, struct node *node,
			   const struct type *pointer)
{
	const struct type *ptrdiff = type_base(c->types, BASE_LONG);
	const struct type *target = type_resolve(pointer)->target;
	uint64_t size_bytes = check_size_bytes(c, target);

	if (type_resolve(target)->kind == TYPE_VOID ||
	    type_resolve(target)->kind == TYPE_FUNCTION) {
		diag_error(c->diags, node->loc, "D_OP_VFPTR",
			   "arithmetic on a pointer to void or a function");
		return NULL;
	}
	if (!size_bytes) {
		diag_error(c->diags, node->loc, "D_OP_INCOMPLETE",
			   "arithmetic on a pointer to an incomplete type");
		return NULL;
	}
	return binary_node(c, node, OP_MUL, convert(c, node, ptrdiff),
			   integer_node(c, node->loc, size_bytes, ptrdiff));
}

/* Bytes between two pointers, divided by the size of their target. */
static struct node *pointer_difference(struct checker *c, struct node *node,
				       struct node *left, struct node *right)
{
	const struct type *ptrdiff = type_base(c->types, BASE_LONG);
	const struct type *a = type_resolve(type_resolve(left->type)->target);
	const struct type *b = type_resolve(type_resolve(right->type)->target);

	if (a != b || !check_size_bytes(c, a))
		return bad_operands(c, node, left, right);
	left = convert(c, left, ptrdiff);
	right = convert(c, right, ptrdiff);
	left = binary_node(c, node, OP_SUB, left, right);
	if (a->size_bytes == 1)
		return left;
	right = integer_node(c, node->loc, a->size_bytes, ptrdiff);
	return binary_node(c, node, OP_DIV, left, right);
}

static struct node *pointer_arithmetic(struct checker *c, struct node *node,
				       struct node *left, struct node *right)
{
	if (is_pointer(left) && is_pointer(right) && node->binary.op == OP_SUB)
		return pointer_difference(c, node, left, right);
	if (is_pointer(right) && !is_pointer(left) &&
	    node->binary.op == OP_ADD) {
		struct node *swap = left;

		left = right;
		right = swap;
	}
	if (!is_pointer(left) || !type_is_integer(right->type) ||
	    (node->binary.op != OP_ADD && node->binary.op != OP_SUB))
		return bad_operands(c, node, left, right);
	right = scaled(c, right, left->type);
	if (!right)
		return NULL;
	node->type = left->type;
	node->space = left->space;
	node->binary.left = left;
	node->binary.right = right;
	return node;
}

/* ------------------------------------------------------------------ binary */

static bool is_null_constant(const struct node *node)
{
	return node->kind == NODE_INT && node->integer.value == 0;
}

/* A string compared with 0: tests only whether it is empty. */
static struct node *check_null_test(struct checker *c, struct node *node,
				    struct node *left, struct node *right)
{
	const struct node *text = is_null_constant(left) ? right : left;
	enum op op = node->binary.op;

	if (op != OP_EQ && op != OP_NE)
		return bad_operands(c, node, left, right);
	node->type = int_type(c);
	if (text->kind == NODE_STRING)
		return integer_node(c, node->loc,
				    (*text->string.bytes == '\0') ==
				    (op == OP_EQ), node->type);
	node->binary.left = left;
	node->binary.right = right;
	return node;
}

static struct node *check_relation(struct checker *c, struct node *node,
				   struct node *left, struct node *right)
{
	if (type_is_string(left->type) || type_is_string(right->type)) {
		if (is_null_constant(left) || is_null_constant(right))
			return check_null_test(c, node, left, right);
		if (!type_is_stringlike(left->type) ||
		    !type_is_stringlike(right->type))
			return bad_operands(c, node, left, right);
		left = convert_to_string(c, left);
		right = left ? convert_to_string(c, right) : NULL;
		if (!right)
			return NULL;
	} else if (is_pointer(left) && type_is_scalar(right->type)) {
		right = convert(c, right, left->type);
	} else if (is_pointer(right) && type_is_scalar(left->type)) {
		left = convert(c, left, right->type);
	} else if (type_is_integer(left->type) &&
		   type_is_integer(right->type)) {
		convert_pair(c, &left, &right);
	} else {
		return bad_operands(c, node, left, right);
	}
	node->type = int_type(c);
	node->binary.left = left;
	node->binary.right = right;
	return fold_binary(c, node);
}

static struct node *check_logical(struct checker *c, struct node *node)
{
	if (!type_is_scalar(node->binary.left->type) ||
	    !type_is_scalar(node->binary.right->type)) {
		diag_error(c->diags, node->loc, "D_OP_SCALAR",
			   "operator %s requires operands of scalar type",
			   op_spelling(node->binary.op));
		return NULL;
	}
	node->type = int_type(c);
	return fold_binary(c, node);
}

static void warn_shift(struct checker *c, const struct node *node)
{
	const struct node *by = node->binary.right;
	uint64_t bits = node->binary.left->kind == NODE_INT ?
			64 : type_size_bytes(node->type) * 8;

	if (by->kind == NODE_INT && by->integer.value >= bits)
		diag_warning(c->diags, node->loc, "D_OP_INT",
			     "shift of a value of %llu bits by %lld",
			     (unsigned long long)bits,
			     (long long)by->integer.value);
}

/* Does the result depend on operand bits beyond the width of the type? */
static bool needs_exact_operands(enum op op)
{
	return op == OP_DIV || op == OP_MOD || op == OP_SHR;
}

static struct node *check_arithmetic(struct checker *c, struct node *node,
				     struct node *left, struct node *right)
{
	bool is_constant = left->kind == NODE_INT && right->kind == NODE_INT;
	enum op op = node->binary.op;

	node->type = pair_type(c, left, right);
	if (!is_constant || needs_exact_operands(op))
		convert_pair(c, &left, &right);
	node->binary.left = left;
	node->binary.right = right;
	if ((op == OP_DIV || op == OP_MOD) && is_null_constant(right)) {
		diag_error(c->diags, node->loc, "D_DIV_ZERO",
			   "expression contains division by zero");
		return NULL;
	}
	if (op == OP_SHL || op == OP_SHR)
		warn_shift(c, node);
	return fold_binary(c, node);
}

static bool is_arithmetic_op(enum op op)
{
	return op == OP_MUL || op == OP_DIV || op == OP_ADD || op == OP_SUB;
}

/* An otherwise undefined name can be an enumerator of a kernel enum. */
static bool is_free_name(const struct checker *c, const struct node *node)
{
	const struct ident *ident;

	if (node->kind != NODE_NAME || node->name.scope != IDENT_GLOBAL ||
	    name_is_builtin(node->name.name))
		return false;
	ident = map_get_str(&c->program->scope, node->name.name);
	return !ident || ident->seq > c->clause_id;
}

static const struct type_enumerator *
enumerator_find(const struct type *type, const char *name)
{
	for (size_t i = 0; i < type->member_cnt; i++)
		if (strcmp(type->enumerators[i].name, name) == 0)
			return &type->enumerators[i];
	return NULL;
}

struct node *check_beside(struct checker *c, struct node *node,
			  const struct type *type)
{
	const struct type_enumerator *found = NULL;
	const struct ident *ident;

	type = type_resolve(type);
	if (type->kind == TYPE_ENUM && node->kind == NODE_NAME &&
	    node->name.scope == IDENT_GLOBAL)
		found = enumerator_find(type, node->name.name);
	if (!found)
		return check_expr(c, node);
	if (is_free_name(c, node))
		return integer_node(c, node->loc, (uint64_t)found->value,
				    type);
	ident = map_get_str(&c->program->scope, node->name.name);
	if (!ident || ident->kind != IDENT_GLOBAL)
		return check_expr(c, node);
	diag_error(c->diags, node->loc, "D_IDENT_AMBIG",
		   "%s is both a variable and an enumerator of \"%s\"; give "
		   "the variable another name", node->name.name,
		   type_text(c->arena, type));
	return NULL;
}

static void check_operands(struct checker *c, struct node **left,
			   struct node **right)
{
	if (is_free_name(c, *left)) {
		*right = check_expr(c, *right);
		*left = *right ? check_beside(c, *left, (*right)->type) : NULL;
	} else {
		*left = check_expr(c, *left);
		*right = *left ? check_beside(c, *right, (*left)->type) :
				 check_expr(c, *right);
	}
}

static bool is_null(const struct node *node)
{
	return is_null_constant(node) ||
	       (node->kind == NODE_NAME && node->name.scope == IDENT_GLOBAL &&
		strcmp(node->name.name, "NULL") == 0);
}

static void check_tests(struct checker *c, enum op op, struct node **left,
			struct node **right)
{
	bool is_logical = op == OP_LAND || op == OP_LOR || op == OP_LXOR;
	bool is_equality = op == OP_EQ || op == OP_NE;
	bool tests_left = is_logical || (is_equality && is_null(*right));
	bool tests_right = is_logical || (is_equality && is_null(*left));

	if (tests_left)
		*left = check_test(c, *left);
	if (tests_right)
		*right = check_test(c, *right);
}

/* A string and an integer: the text from that character on. */
static bool is_text_offset(const struct node *text, const struct node *offset)
{
	return type_is_string(text->type) && type_is_integer(offset->type);
}

static struct node *check_text_offset(struct checker *c, struct node *node,
				      struct node *text, struct node *offset)
{
	struct node *address = check_text_address(c, text);

	if (address)
		address = pointer_arithmetic(c, node, address, offset);
	return address ? convert_to_string(c, address) : NULL;
}

/* @node, whose operands are checked. */
static struct node *finish_binary(struct checker *c, struct node *node,
				  struct node *left, struct node *right)
{
	enum op op = node->binary.op;

	if (!type_is_string(left->type) && !type_is_string(right->type)) {
		left = decay(c, left);
		right = decay(c, right);
	}
	node->binary.left = left;
	node->binary.right = right;
	if (op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE ||
	    op == OP_EQ || op == OP_NE)
		return check_relation(c, node, left, right);
	if (op == OP_LAND || op == OP_LOR || op == OP_LXOR)
		return check_logical(c, node);
	if (type_is_integer(left->type) && type_is_integer(right->type))
		return check_arithmetic(c, node, left, right);
	if ((op == OP_ADD || op == OP_SUB) && type_is_scalar(left->type) &&
	    type_is_scalar(right->type))
		return pointer_arithmetic(c, node, left, right);
	if (op == OP_ADD && is_text_offset(left, right))
		return check_text_offset(c, node, left, right);
	if (op == OP_ADD && is_text_offset(right, left))
		return check_text_offset(c, node, right, left);
	diag_error(c->diags, node->loc,
		   is_arithmetic_op(op) ? "D_OP_ARITH" : "D_OP_INT",
		   "operator %s requires operands of %s type",
		   op_spelling(op),
		   is_arithmetic_op(op) ? "arithmetic" : "integral");
	return NULL;
}

struct node *check_binary(struct checker *c, struct node *node)
{
	struct node *left = node->binary.left, *right = node->binary.right;
	enum op op = node->binary.op;

	if (refuse_valueless(c, op, left) || refuse_valueless(c, op, right))
		return NULL;
	check_tests(c, op, &left, &right);
	if (!left || !right)
		return NULL;
	check_operands(c, &left, &right);
	if (!left || !right)
		return NULL;
	return finish_binary(c, node, left, right);
}

/* `*(s + i)` of a string is its character s[i]. */
static struct node *check_deref_sum(struct checker *c, struct node *node)
{
	struct node *sum = node->unary.operand;
	struct node *left = sum->binary.left, *right = sum->binary.right;

	if (refuse_valueless(c, OP_ADD, left) ||
	    refuse_valueless(c, OP_ADD, right))
		return NULL;
	check_operands(c, &left, &right);
	if (!left || !right)
		return NULL;
	if (is_text_offset(left, right))
		return check_character(c, node, left, right);
	if (is_text_offset(right, left))
		return check_character(c, node, right, left);
	sum = finish_binary(c, sum, left, right);
	if (!sum)
		return NULL; /* the tree is dumped after errors, too */
	node->unary.operand = sum;
	return check_deref(c, node);
}

/* ------------------------------------------------------------------- ?: */

int check_choice(struct checker *c, struct node *node, struct node **taken_ret)
{
	struct node *cond = check_test(c, node->cond.cond);

	*taken_ret = NULL;
	if (!cond)
		return -EINVAL;
	node->cond.cond = cond = decay(c, cond);
	if (cond->kind == NODE_INT)
		*taken_ret = cond->integer.value ? node->cond.then :
						   node->cond.els;
	return 0;
}

static bool is_aggregation(const struct node *node)
{
	return node->kind == NODE_AGG || (node->kind == NODE_ASSIGN &&
					  node->binary.left->kind == NODE_AGG);
}

/* Without a constant condition, both operands must have a value. */
static bool refuse_choice(struct checker *c, const struct node *operand)
{
	bool is_action = operand->kind == NODE_CALL &&
			 name_is_action(operand->call.name);

	if (!is_action && !is_aggregation(operand))
		return false;
	diag_error(c->diags, operand->loc, "D_OP_DYN",
		   "operator ?: operands cannot be of dynamic type; use if for "
		   "%s%s", is_action ? operand->call.name : "an aggregation",
		   is_action ? "( )" : "");
	return true;
}

/* Values of sym(), stack() and others like them. */
static bool refuse_address(struct checker *c, const struct node *operand)
{
	if (!is_address_type(operand->type))
		return false;
	diag_error(c->diags, operand->loc, "D_OP_DYN",
		   "operator ?: operands cannot be of dynamic type: \"%s\"; "
		   "use if", type_text(c->arena, operand->type));
	return true;
}

struct node *check_cond(struct checker *c, struct node *node)
{
	struct node *cond, *then, *els, *taken;

	if (check_choice(c, node, &taken) < 0)
		return NULL;
	if (taken)
		return check_expr(c, taken);
	if (refuse_choice(c, node->cond.then) ||
	    refuse_choice(c, node->cond.els))
		return NULL;
	cond = node->cond.cond;
	then = check_expr(c, node->cond.then);
	els = check_expr(c, node->cond.els);
	if (!then || !els || refuse_address(c, then) || refuse_address(c, els))
		return NULL;
	if (!type_is_string(then->type) && !type_is_string(els->type)) {
		then = decay(c, then);
		els = decay(c, els);
	}
	if (!type_is_scalar(cond->type)) {
		diag_error(c->diags, cond->loc, "D_OP_SCALAR",
			   "operator ?: expression must be of scalar type");
		return NULL;
	}
	if (type_is_integer(then->type) && type_is_integer(els->type)) {
		convert_pair(c, &then, &els);
	} else if (type_is_scalar(then->type) && type_is_scalar(els->type)) {
		if (is_pointer(then))
			els = convert(c, els, then->type);
		else
			then = convert(c, then, els->type);
	} else if (type_resolve(then->type) == type_resolve(els->type) &&
		   !type_is_string(then->type) &&
		   type_size_bytes(then->type)) {
		; /* one of them is copied at run time */
	} else if (type_is_stringlike(then->type) &&
		   type_is_stringlike(els->type)) {
		then = convert_to_string(c, then);
		els = convert_to_string(c, els);
		if (!then || !els)
			return NULL;
	} else {
		diag_error(c->diags, node->loc, "D_OP_INCOMPAT",
			   "operator ?: operands must have compatible types");
		return NULL;
	}
	node->cond.then = then;
	node->cond.els = els;
	node->type = then->type;
	node->space = space_of_both(then, els);
	return node;
}
