// SPDX-License-Identifier: BSD-2-Clause
/*
 * The checker's dispatch over expressions, and the expressions that are not
 * arithmetic operators: constants, casts, sizeof, members.
 */
#include "lang/check/checker.h"

#include <errno.h>
#include <string.h>

#include "lang/library_lookup.h"

/*
 * The type of an integer constant: the smallest of int, long, long long that
 * holds it; octal and hex try the unsigned type of each width too.
 */
static const struct type *integer_type(const struct checker *c,
				       const struct node *node)
{
	uint64_t value = node->integer.value;
	unsigned int suffix = node->integer.suffix;
	bool may_signed = !(suffix & SUFFIX_U);
	bool may_unsigned = (suffix & SUFFIX_U) || !node->integer.is_decimal;
	enum type_base long_base = suffix & SUFFIX_LL ? BASE_LLONG : BASE_LONG;

	if (!(suffix & (SUFFIX_L | SUFFIX_LL))) {
		if (may_signed && value <= INT32_MAX)
			return type_base(c->types, BASE_INT);
		if (may_unsigned && value <= UINT32_MAX)
			return type_base(c->types, BASE_UINT);
	}
	if (may_signed && value <= INT64_MAX)
		return type_base(c->types, long_base);
	return type_base(c->types, (enum type_base)(long_base + 1));
}

static struct node *check_integer(struct checker *c, struct node *node)
{
	if (!node->type)
		node->type = integer_type(c, node);
	return node;
}

static struct node *bad_cast(struct checker *c, const struct node *node,
			     const struct type *from)
{
	if (type_is_string(node->cast.to))
		diag_error(c->diags, node->loc, "D_STRINGOF_TYPE",
			   "invalid operand type for stringof: \"%s\"",
			   type_text(c->arena, from));
	else
		diag_error(c->diags, node->loc, "D_CAST_INVAL",
			   "invalid cast expression: \"%s\" to \"%s\"",
			   type_text(c->arena, from),
			   type_text(c->arena, node->cast.to));
	return NULL;
}

static bool is_char_pointer(const struct type *type)
{
	type = type_resolve(type);
	return type->kind == TYPE_POINTER && type_is_stringlike(type);
}

/*
 * `(char *)curpsinfo->pr_psargs`: if that is an array of characters, the
 * address is kept and later becomes a string. Here it is already a string, so
 * the cast keeps the text.
 */
/* `(int)s` tests whether the string is not empty. */
static struct node *check_string_cast(struct checker *c, struct node *node,
				      struct node *text)
{
	struct node *test = arena_new(c->arena, struct node);

	test->kind = NODE_BINARY;
	test->loc = node->loc;
	test->depth = node->depth;
	test->binary.op = OP_NE;
	test->binary.left = text;
	test->binary.right = integer_node(c, node->loc, 0,
					  type_base(c->types, BASE_INT));
	test = check_expr(c, test);
	return test ? convert(c, test, node->cast.to) : NULL;
}

static struct node *check_cast(struct checker *c, struct node *node)
{
	const struct type *to = node->cast.to, *from;
	struct node *operand;

	if (type_is_string(to) &&
	    check_are_values(c, node->cast.operand, "D_STRINGOF_TYPE",
			     "stringof( ) argument") < 0)
		return NULL;
	operand = check_expr(c, node->cast.operand);
	if (!operand)
		return NULL;
	from = type_resolve(operand->type);
	node->cast.operand = operand;
	node->space = operand->space;
	node->type = to;
	if (type_is_string(to)) {
		if (from->kind != TYPE_ARRAY && !type_is_string(from) &&
		    !type_is_scalar(from))
			return bad_cast(c, node, from);
		return convert_to_string(c, operand);
	}
	if (type_resolve(to)->kind == TYPE_VOID)
		return node;
	if (type_is_string(from) && is_char_pointer(to))
		return operand;
	if ((from->kind == TYPE_STRUCT || from->kind == TYPE_UNION) &&
	    type_is_same(to, from))
		return operand;
	if (type_is_string(from) && type_is_integer(to)) {
		node->type = NULL;
		return check_string_cast(c, node, operand);
	}
	node->cast.operand = operand = decay(c, operand);
	from = type_resolve(operand->type);
	if (!type_is_scalar(to) || !type_is_scalar(from))
		return bad_cast(c, node, from);
	if (type_resolve(to)->is_incomplete && /* an enum */
	    !library_completes(c->program, type_resolve(to), c->diags)) {
		report_incomplete(c, node->loc, "D_CAST_INVAL", to);
		return NULL;
	}
	if (operand->kind == NODE_INT)
		return integer_node(c, node->loc, operand->integer.value, to);
	return node;
}

static struct node *check_sizeof(struct checker *c, struct node *node)
{
	const struct type *type = node->size.of;
	uint64_t size_bytes;

	if (!type) {
		struct node *operand = check_expr(c, node->size.operand);

		if (!operand)
			return NULL;
		type = operand->type;
		if (operand->kind == NODE_MEMBER &&
		    operand->member.member->bitfield_bits) {
			diag_error(c->diags, node->loc, "D_SIZEOF_BITFIELD",
				   "cannot apply sizeof to a bit-field: %s",
				   operand->member.name);
			return NULL;
		}
	}
	if (type_resolve(type)->is_incomplete &&
	    type_resolve(type)->kind != TYPE_ARRAY &&
	    !library_completes(c->program, type_resolve(type), c->diags)) {
		report_incomplete(c, node->loc, "D_SIZEOF_TYPE", type);
		return NULL;
	}
	size_bytes = type_size_bytes(type);
	if (!size_bytes) {
		diag_error(c->diags, node->loc, "D_SIZEOF_TYPE",
			   "cannot apply sizeof to an operand of type \"%s\"",
			   type_text(c->arena, type));
		return NULL;
	}
	if (!node->size.of && node->size.operand->kind == NODE_STRING)
		size_bytes = node->size.operand->string.len + 1;
	return integer_node(c, node->loc, size_bytes,
			    type_find_builtin(c->types, "size_t"));
}

static struct node *check_offsetof(struct checker *c, struct node *node)
{
	const struct type *type = type_resolve(node->size.of);
	const struct type_member *member;
	uint32_t offset_bits = 0;

	if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION) {
		diag_error(c->diags, node->loc, "D_OFFSETOF_TYPE",
			   "offsetof operand must be a struct or union type");
		return NULL;
	}
	if (type->is_incomplete &&
	    !library_completes(c->program, type, c->diags)) {
		report_incomplete(c, node->loc, "D_OFFSETOF_TYPE", type);
		return NULL;
	}
	member = type_find_member(type, node->size.member, &offset_bits);
	if (!member) {
		diag_error(c->diags, node->loc, "D_TYPE_MEMBER",
			   "\"%s\" has no member named %s",
			   type_text(c->arena, type), node->size.member);
		return NULL;
	}
	if (member->bitfield_bits) {
		diag_error(c->diags, node->loc, "D_OFFSETOF_BITFIELD",
			   "cannot take offset of a bit-field: %s",
			   node->size.member);
		return NULL;
	}
	return integer_node(c, node->loc, offset_bits / 8,
			    type_find_builtin(c->types, "size_t"));
}

/* Is it the built-in array, and not a variable of that name? */
bool is_free_args(struct checker *c, const struct node *name)
{
	return name->name.scope == IDENT_GLOBAL &&
	       strcmp(name->name.name, "args") == 0 && !variable_find(c, name);
}

/* Is it the value of an inline's parameter, which is checked already? */
static bool is_param_value(const struct node *base)
{
	return base->type && type_resolve(base->type)->kind != TYPE_ARRAY;
}

static struct node *check_index(struct checker *c, struct node *node)
{
	struct node *base = node->index.base;

	if (is_regs(base))
		return check_regs(c, node);
	if ((base->kind == NODE_NAME && is_free_args(c, base)) ||
	    inline_of(c, node))
		return no_translation(c, check_translated(c, node));
	if (!is_param_value(base) && is_element(c, node))
		return check_element(c, node);
	if (base->kind == NODE_NAME)
		base = check_expr(c, base);
	else if (base->kind == NODE_AGG)
		diag_error(c->diags, node->loc, "D_AGG_MDIM",
			   "improper use of @%s as a multi-dimensional "
			   "array", base->agg.name), base = NULL;
	else
		base = check_expr(c, base);
	return base ? check_memory_index(c, node, base) : NULL;
}

static struct node *check_comma(struct checker *c, struct node *node)
{
	struct node *left = check_expr(c, node->binary.left);
	struct node *right = check_expr(c, node->binary.right);

	if (!left || !right)
		return NULL;
	node->binary.left = left;
	node->binary.right = right;
	node->type = right->type;
	node->space = right->space;
	return node;
}

static struct node *check_agg_value(struct checker *c, const struct node *node)
{
	diag_error(c->diags, node->loc, "D_OP_DYN",
		   "aggregation @%s may not be used as a value",
		   node->agg.name);
	return NULL;
}

struct node *check_expr(struct checker *c, struct node *node)
{
	if (node->type) /* already checked: the left side of `x += e` */
		return no_translation(c, node);
	switch (node->kind) {
	case NODE_INT:
		return check_integer(c, node);
	case NODE_STRING:
		node->type = type_base(c->types, BASE_STRING);
		node->space = SPACE_SCRATCH;
		return node;
	case NODE_NAME:
		return is_regs(node) ? check_bare_regs(c, node) :
				       check_name(c, node);
	case NODE_AGG:
		return check_agg_value(c, node);
	case NODE_INDEX:
		return check_index(c, node);
	case NODE_MEMBER:
		return no_translation(c, check_member(c, node));
	case NODE_CALL:
		return check_call(c, node);
	case NODE_UNARY:
		return check_unary(c, node);
	case NODE_BINARY:
		return check_binary(c, node);
	case NODE_ASSIGN:
		return check_assign(c, node);
	case NODE_COND:
		return check_cond(c, node);
	case NODE_COMMA:
		return check_comma(c, node);
	case NODE_CAST:
		return check_cast(c, node);
	case NODE_SIZEOF:
		return check_sizeof(c, node);
	case NODE_OFFSETOF:
		return check_offsetof(c, node);
	case NODE_XLATE:
		return no_translation(c, check_xlate(c, node));
	case NODE_EXPR_STMT:
	case NODE_AGG_STMT:
	case NODE_IF_STMT:
	case NODE_BLOCK_STMT:
		break;
	}
	return NULL;
}

int check_are_values(struct checker *c, const struct node *list,
		     const char *tag, const char *place)
{
	size_t number = 1;

	for (const struct node *node = list; node; node = node->next) {
		if (node->kind == NODE_AGG)
			return diag_error(c->diags, node->loc, tag,
					  "%s #%zu must be a value: @%s is an "
					  "aggregation", place, number,
					  node->agg.name);
		if (node->kind == NODE_CALL && name_is_action(node->call.name))
			return diag_error(c->diags, node->loc, tag,
					  "%s #%zu must be a value: %s( ) is an "
					  "action and has none", place, number,
					  node->call.name);
		number++;
	}
	return 0;
}

int check_list(struct checker *c, struct node **list)
{
	int err = 0;

	while (*list) {
		struct node *node = *list, *next = node->next;

		node->next = NULL;
		node = check_expr(c, node);
		if (node) {
			node->next = next;
			*list = node;
		} else {
			(*list)->next = next;
			err = -EINVAL;
		}
		list = &(*list)->next;
	}
	return err;
}
