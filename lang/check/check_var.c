// SPDX-License-Identifier: BSD-2-Clause
/*
 * Variables of the program: x, self->x, this->x. The first assignment in the
 * text declares one that is not declared, with the type of its right side,
 * which may become wider (infer_width.c); `x++` declares an int64_t, and so
 * does `x += e` of an integer. In `x += e` the right side becomes `x + e`, so
 * that the rules for + hold; its left operand is the node of the variable
 * itself, which tells the generator to look the variable up once.
 */
#include <string.h>

#include "lang/check/checker.h"
#include "lang/dump.h"
#include "lang/place.h"

/* Types of variables that can be stored. */
static bool is_storable(const struct type *type)
{
	type = type_resolve(type);
	while (type->kind == TYPE_ARRAY)
		type = type_resolve(type->target);
	return type_is_scalar(type) || type->kind == TYPE_STRING ||
	       is_address_type(type) ||
	       (!type->is_incomplete && (type->kind == TYPE_STRUCT ||
					 type->kind == TYPE_UNION ||
					 type->kind == TYPE_FLOAT));
}

/* The name of the variable that an assignment to @node changes, if any. */
static const struct node *assigned_name(const struct node *node)
{
	while (node->kind == NODE_INDEX)
		node = node->index.base;
	return node;
}

/*
 * A variable holds either user addresses or addresses that the kernel can read,
 * as its first assignment decides. Returns 0 or -EINVAL.
 */
static int note_pointer(struct checker *c, struct node *left,
			const struct node *right)
{
	const struct node *name = node_variable(left);
	bool is_user = right->space == SPACE_USER;
	struct ident *ident = name->name.ident;

	if (type_resolve(left->type)->kind != TYPE_POINTER ||
	    right->kind == NODE_INT)
		return 0;
	if (ident->has_ptr && ident->is_user_ptr != is_user)
		return diag_error(c->diags, right->loc, "D_ALLOCA_INCOMPAT",
				  "%s holds addresses of %s and can't hold "
				  "one of %s", variable_text(c, name),
				  is_user ? "the kernel" : "a process",
				  is_user ? "a process" : "the kernel");
	ident->has_ptr = true;
	ident->is_user_ptr = is_user;
	left->space = variable_space(ident);
	return 0;
}

/* sym() and func() are the same. */
static unsigned int same_row(unsigned int row)
{
	switch (row) {
	case SUBR_func:
		return SUBR_sym;
	case SUBR_ufunc:
		return SUBR_usym;
	case SUBR_jstack:
		return SUBR_ustack;
	default:
		return row;
	}
}

bool find_address_row(const struct node *node, unsigned int *ret)
{
	const struct node *variable;

	while (node->kind == NODE_COMMA || node->kind == NODE_ASSIGN)
		node = node->binary.right;
	if (!is_address_type(node->type))
		return false;
	variable = node_variable(node);
	if (variable) {
		*ret = variable->name.ident->addr_row;
		return variable->name.ident->has_addr;
	}
	if (node->kind != NODE_CALL)
		return false;
	*ret = same_row(node->call.ident->row);
	return true;
}

/*
 * A variable with a stack or a symbol is printed like the first value assigned
 * to it. Returns 0 or -EINVAL.
 */
static int note_address(struct checker *c, const struct node *left,
			const struct node *right)
{
	struct ident *ident = node_variable(left)->name.ident;
	unsigned int row;

	if (!is_address_type(left->type) || !find_address_row(right, &row))
		return 0;
	if (ident->has_addr && ident->addr_row != row)
		return diag_error(c->diags, right->loc, "D_OP_INCOMPAT",
				  "%s holds values of another function, which "
				  "are shown in another way; use two variables",
				  variable_text(c, node_variable(left)));
	ident->has_addr = true;
	ident->addr_row = row;
	return 0;
}

struct node *check_variable(struct checker *c, struct node *node)
{
	struct ident *ident;

	if (node->name.scope == IDENT_SYMBOL)
		return check_symbol(c, node);
	ident = variable_find(c, node);
	if (!ident) {
		report_undefined(c, node);
		return NULL;
	}
	if (ident->is_assoc) {
		diag_error(c->diags, node->loc, "D_IDENT_BADREF",
			   "%s is an associative array and needs its keys",
			   variable_text(c, node));
		return NULL;
	}
	if (!is_storable(ident->type)) {
		diag_error(c->diags, node->loc, "D_VAR_UNSUP",
			   "%s can't be a variable: values of type \"%s\" "
			   "can't be stored", variable_text(c, node),
			   type_text(c->arena, ident->type));
		return NULL;
	}
	node->name.ident = ident;
	node->type = ident->type;
	node->space = variable_space(ident);
	return node;
}

/* `/pid = 1/` compares with the wrong operator. */
static bool means_compare(const struct checker *c, const char *op)
{
	const char *region = c->diags->region;

	return !strcmp(op, "=") && region && !strcmp(region, "in predicate");
}

/* Can the program assign to @node? Reports if not. */
static bool is_variable(struct checker *c, const struct node *node,
			const char *op)
{
	const struct ident *ident;

	node = assigned_name(node);
	if (node->kind != NODE_NAME) {
		diag_error(c->diags, node->loc, "D_OP_LVAL",
			   "operator %s requires modifiable lvalue as an "
			   "operand", op);
		return false;
	}
	ident = node->name.scope == IDENT_GLOBAL ?
		scope_find(c, node->name.name) : NULL;
	if (node->name.scope != IDENT_SYMBOL &&
	    (node->name.scope != IDENT_GLOBAL ||
	     (ident ? ident->kind == IDENT_GLOBAL :
		      !name_is_builtin(node->name.name))))
		return true;
	diag_error(c->diags, node->loc, "D_OP_WRITE",
		   "operator %s can only be applied to a writable variable%s",
		   op, means_compare(c, op) ? " (did you mean ==?)" : "");
	return false;
}

static bool is_null_constant(const struct node *node)
{
	return node->kind == NODE_INT && node->integer.value == 0;
}

/* Is @from, which is not a scalar, copied as a whole to a variable of type
 * @to? */
static bool is_same_value(const struct type *to, const struct type *from)
{
	to = type_resolve(to);
	from = type_resolve(from);
	if (to->kind == TYPE_ARRAY && from->kind == TYPE_ARRAY)
		return to->elem_cnt == from->elem_cnt &&
		       (type_is_same(to->target, from->target) ||
			is_same_value(to->target, from->target));
	return to == from && !type_is_scalar(to);
}

/* Does `left = 0` clear all of it, or free it? */
static bool takes_null(const struct node *left)
{
	return type_is_string(left->type) || node_is_assoc(left) ||
	       (node_variable(left) && !type_is_scalar(left->type) &&
		type_resolve(left->type)->kind != TYPE_ARRAY);
}

static bool is_object_type(const struct type *type)
{
	return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

/*
 * A pointer to one struct does not become one to another, nor a number a
 * pointer or the reverse, without a cast. An undeclared integer variable
 * accepts addresses, like all numbers.
 */
static bool is_same_kind(const struct node *left, const struct node *right)
{
	const struct type *to = type_resolve(left->type);
	const struct type *from = type_resolve(right->type);
	const struct node *name = node_variable(left);
	bool is_implied = name && name->name.ident->is_implied;

	if (from->kind != TYPE_POINTER)
		return to->kind != TYPE_POINTER || is_null_constant(right);
	if (to->kind != TYPE_POINTER)
		return is_implied;
	to = type_resolve(to->target);
	from = type_resolve(from->target);
	return !is_object_type(to) || !is_object_type(from) ||
	       type_is_same(to, from);
}

static struct node *convert_assigned(struct checker *c, struct node *node,
				     const struct node *left,
				     struct node *right)
{
	const struct type *to = left->type;
	bool is_text = type_is_string(to) ||
		       (type_resolve(to)->kind == TYPE_ARRAY &&
			type_is_stringlike(to));

	if (is_same_value(to, right->type) && !type_is_string(to))
		return right;
	if (type_resolve(to)->kind == TYPE_POINTER && type_is_stringlike(to) &&
	    type_is_string(right->type)) {
		right = check_text_address(c, right);
		return right ? convert(c, right, to) : NULL;
	}
	if (!is_text)
		right = decay(c, right);
	if (type_is_scalar(to) && type_is_scalar(right->type) &&
	    is_same_kind(left, right))
		return convert(c, right, to);
	if (takes_null(left) && is_null_constant(right))
		return right;
	if (is_text && type_is_stringlike(right->type))
		return convert_to_string(c, right);
	if (type_resolve(to)->kind == TYPE_ARRAY) {
		diag_error(c->diags, left->loc, "D_OP_ARRFUN",
			   "operator = may not be applied to an array, except "
			   "from one of the same type%s", is_text ?
			   " or a string" : "");
		return NULL;
	}
	diag_error(c->diags, node->loc, "D_OP_INCOMPAT",
		   "operands have incompatible types: \"%s\" = \"%s\"",
		   type_text(c->arena, to),
		   type_text(c->arena, right->type));
	return NULL;
}

struct node *check_combined(struct checker *c, const struct node *node,
			    struct node *left, struct node *right)
{
	struct node *binary = arena_new(c->arena, struct node);

	*binary = *node;
	binary->kind = NODE_BINARY;
	binary->binary.left = left;
	binary->binary.right = right;
	return check_expr(c, binary);
}

/* Checks the target of an assignment, and creates it if needed. NULL on
 * error. */
static struct node *check_left(struct checker *c, struct node *left,
			       const struct type *type, const char *op)
{
	const struct node *name = assigned_name(left);
	int errors = c->diags->error_cnt;

	if (!variable_find(c, name)) {
		if (left->kind == NODE_INDEX) {
			if (element_declare(c, left, type) < 0)
				return NULL;
		} else {
			variable_make(c, left, type);
		}
	}
	left = c->diags->error_cnt > errors ? NULL : check_expr(c, left);
	if (!left)
		return NULL;
	if (node_is_character(left) && strcmp(op, "=") == 0)
		return left;
	if (!node_variable(left) && !node_is_place(left)) {
		diag_error(c->diags, left->loc, "D_OP_LVAL",
			   "operator %s requires modifiable lvalue as an "
			   "operand%s", op, node_is_character(left) ?
			   ": a character of a string is changed by =" : "");
		return NULL;
	}
	if (type_resolve(left->type)->kind == TYPE_ARRAY &&
	    strcmp(op, "=") != 0) {
		diag_error(c->diags, left->loc, "D_OP_ARRFUN",
			   "operator %s may not be applied to an array", op);
		return NULL;
	}
	return left;
}

struct node *check_assigned(struct checker *c, struct node *node,
			    struct node *left, struct node *right)
{
	bool is_variable = node_variable(left);

	if (is_variable) {
		width_note_value(c, left, right->type);
		width_note_growth(c, left, right);
		width_warn_cut(c, left, right);
	}
	right = convert_assigned(c, node, left, right);
	if (!right)
		return NULL;
	if (is_variable && (note_pointer(c, left, right) < 0 ||
			    note_address(c, left, right) < 0))
		return NULL;
	node->binary.left = left;
	node->binary.right = right;
	node->type = left->type;
	node->space = left->space;
	return node;
}

/* @start[tid] = timestamp, as other tools have it: self->start. */
static const char *variable_instead(struct checker *c, const struct node *agg)
{
	const struct node *key = agg->agg.key_cnt == 1 ? agg->agg.keys : NULL;
	bool is_of_thread = key && key->kind == NODE_NAME &&
		!strcmp(key->name.name, "tid");

	if (!strcmp(agg->agg.name, "_"))
		return "";
	if (is_of_thread)
		return arena_printf(c->arena, " (a variable of each thread "
				    "is self->%s)", agg->agg.name);
	return arena_printf(c->arena, " (a variable has no @: %s%s)",
			    agg->agg.name, agg->agg.key_cnt ? "[ ]" : "");
}

/* Reports an aggregation inside an expression, or one that is assigned a
 * value. */
static struct node *refuse_agg(struct checker *c, const struct node *node)
{
	const struct node *left = node->binary.left, *call = node->binary.right;
	const struct function *function = call->kind == NODE_CALL ?
		function_find(call->call.name) : NULL;

	if (function && function->kind == IDENT_AGGFUNC &&
	    node->binary.op == OP_ASSIGN)
		diag_error(c->diags, call->loc, "D_CG_EXPR",
			   "%s( ) may not be called from a D expression (D "
			   "program context required)", call->call.name);
	else
		diag_error(c->diags, node->loc, "D_AGG_FUNC",
			   "@%s = requires an aggregating function%s",
			   left->agg.name, variable_instead(c, left));
	return NULL;
}

struct node *check_assign(struct checker *c, struct node *node)
{
	struct node *left = node->binary.left, *right = node->binary.right;
	bool is_compound = node->binary.op != OP_ASSIGN;
	const char *op = is_compound ?
		arena_printf(c->arena, "%s=", op_spelling(node->binary.op)) :
		"=";

	if (left->kind == NODE_AGG)
		return refuse_agg(c, node);
	if (is_memory_form(c, left))
		return check_store(c, node);
	if (assigned_name(left)->kind != NODE_NAME && !check_expr(c, left))
		return NULL;
	if (!is_variable(c, left, op))
		return NULL;
	if (refuse_valueless(c, node->binary.op, right)) {
		mistake_note_left(c, left);
		return NULL;
	}
	right = is_compound ? check_expr(c, right) : check_copied(c, right);
	if (right && type_resolve(right->type)->kind == TYPE_VOID) {
		diag_error(c->diags, right->loc, "D_OP_INCOMPAT",
			   "a void value can't be assigned");
		right = NULL;
	}
	if (!right) {
		mistake_note_left(c, left);
		return NULL;
	}
	left = check_left(c, left,
			  is_compound && type_is_integer(right->type) ?
			  type_find_builtin(c->types, "int64_t") :
			  right->kind == NODE_XLATE ?
			  right->xlate.translator->out : right->type, op);
	if (left && right->kind == NODE_XLATE)
		return check_translated_copy(c, node, left, right);
	if (left && is_compound)
		right = check_combined(c, node, left, right);
	if (!left || !right)
		return NULL;
	return check_assigned(c, node, left, right);
}

struct node *check_increment(struct checker *c, struct node *node)
{
	struct node *operand = node->unary.operand;
	const char *op = op_spelling(node->unary.op);

	if (is_memory_form(c, operand))
		return check_step(c, node);
	if (assigned_name(operand)->kind != NODE_NAME &&
	    !check_expr(c, operand))
		return NULL;
	if (!is_variable(c, operand, op))
		return NULL;
	operand = check_left(c, operand,
			     type_find_builtin(c->types, "int64_t"), op);
	return operand ? check_stepped(c, node, operand) : NULL;
}
