// SPDX-License-Identifier: BSD-2-Clause
/*
 * Objects in memory: *p, p->m, s.m, p[i], `symbol, &object, and assignments
 * to them. Each such node is a place (an object in memory); its address space
 * comes from the pointer:
 *
 *	*(int *)copyin(a, 4)		scratch
 *	curthread->mm->pgd		kernel; so are pointers found there
 *	args[0]->name			user, where args[0] is of a USDT probe
 *
 * A place whose type is a struct or an array has the space that contains it; a
 * pointer that is loaded has the space of its target.
 */
#include <errno.h>

#include "lang/check/checker.h"
#include "lang/dump.h"
#include "lang/library_lookup.h"
#include "lang/place.h"

static const struct type *target_of(const struct type *type)
{
	return type_resolve(type_resolve(type)->target);
}

/* Sets the address space of the place @node. */
static struct node *placed(struct node *node, enum addr_space where)
{
	node->space = where;
	if (type_resolve(node->type)->kind == TYPE_POINTER &&
	    where == SPACE_SCRATCH)
		node->space = SPACE_KERNEL;
	return node;
}

enum addr_space space_of_both(const struct node *a, const struct node *b)
{
	if (a->kind == NODE_INT)
		return b->space;
	if (b->kind == NODE_INT || a->space == b->space)
		return a->space;
	return a->space == SPACE_USER || b->space == SPACE_USER ?
		       SPACE_USER : SPACE_KERNEL;
}

/* ------------------------------------------------------------ dereference */

uint64_t check_size_bytes(struct checker *c, const struct type *type)
{
	library_completes(c->program, type_resolve(type), c->diags);
	return type_size_bytes(type);
}

/* Can a pointer of type @type be dereferenced? Reports if not. */
static bool can_deref(struct checker *c, struct loc loc,
		      const struct type *type)
{
	const struct type *target;

	if (type_resolve(type)->kind != TYPE_POINTER) {
		diag_error(c->diags, loc, "D_DEREF_NONPTR",
			   "cannot dereference non-pointer type");
		return false;
	}
	target = target_of(type);
	if (target->kind == TYPE_VOID) {
		diag_error(c->diags, loc, "D_DEREF_VOID",
			   "cannot dereference pointer to void");
		return false;
	}
	if (target->kind == TYPE_FUNCTION) {
		diag_error(c->diags, loc, "D_DEREF_FUNC",
			   "cannot dereference pointer to function");
		return false;
	}
	if (target->is_incomplete && target->kind != TYPE_ARRAY &&
	    !library_completes(c->program, target, c->diags)) {
		report_incomplete(c, loc, "D_OP_INCOMPLETE", target);
		return false;
	}
	return true;
}

struct node *check_character(struct checker *c, const struct node *node,
			     struct node *text, struct node *idx)
{
	struct node *index = arena_new(c->arena, struct node);

	index->kind = NODE_INDEX;
	index->loc = node->loc;
	index->depth = node->depth;
	index->index.base = text;
	index->index.keys = convert(c, idx, type_base(c->types, BASE_LONG));
	index->index.key_cnt = 1;
	index->type = type_base(c->types, BASE_CHAR);
	return placed(index, text->space);
}

struct node *check_deref(struct checker *c, struct node *node)
{
	struct node *operand = decay(c, node->unary.operand);

	if (type_is_string(operand->type))
		return check_character(c, node, operand,
				       integer_node(c, node->loc, 0,
						    type_base(c->types,
							      BASE_LONG)));
	if (!can_deref(c, node->loc, operand->type))
		return NULL;
	node->unary.operand = operand;
	node->type = type_resolve(operand->type)->target;
	return placed(node, operand->space);
}

/* ---------------------------------------------------------------- members */

static const struct type *member_base_type(struct checker *c,
					   const struct node *node,
					   const struct node *base)
{
	bool is_arrow = node->member.is_arrow;
	const struct type *type = type_resolve(base->type);

	if (is_arrow && type->kind != TYPE_POINTER) {
		diag_error(c->diags, node->loc, "D_OP_PTR",
			   "operator -> requires an operand of pointer type");
		return NULL;
	}
	if (is_arrow)
		type = type_resolve(type->target);
	if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION) {
		diag_error(c->diags, node->loc, "D_OP_SOU",
			   "operator %s cannot be applied to \"%s\"; it needs "
			   "a struct or union", is_arrow ? "->" : ".",
			   type_text(c->arena, type));
		return NULL;
	}
	if (type->is_incomplete &&
	    !library_completes(c->program, type, c->diags)) {
		report_incomplete(c, node->loc, "D_OP_INCOMPLETE", type);
		return NULL;
	}
	return type;
}

struct node *check_member(struct checker *c, struct node *node)
{
	struct node *base = check_translated(c, node->member.base);
	const struct type *type;
	uint32_t offset_bits;

	if (base && base->kind == NODE_XLATE)
		return member_base_type(c, node, base) ?
			       check_translated_member(c, node, base) : NULL;
	if (base && node->member.is_arrow)
		base = decay(c, base);
	type = base ? member_base_type(c, node, base) : NULL;
	if (!type)
		return NULL;
	node->member.base = base;
	node->member.member =
		type_find_member(type, node->member.name, &offset_bits);
	if (!node->member.member) {
		report_no_member(c, node, type);
		return NULL;
	}
	node->type = node->member.member->type;
	return placed(node, base->space);
}

/* --------------------------------------------------------------- elements */

/* Arrays of 0 or 1 element stand for "as many as there are". */
static bool is_outside(const struct node *base, const struct node *key)
{
	const struct type *array = type_resolve(base->type);

	return array->kind == TYPE_ARRAY &&
	       (array->elem_cnt > 1 || node_variable(base)) &&
	       key->kind == NODE_INT && key->integer.value >= array->elem_cnt;
}

struct node *check_memory_index(struct checker *c, struct node *node,
				struct node *base)
{
	const struct type *type = type_resolve(base->type);
	struct node *key;

	if (check_list(c, &node->index.keys) < 0)
		return NULL;
	key = node->index.keys;
	if (node->index.key_cnt != 1 || !type_is_integer(key->type)) {
		diag_error(c->diags, node->loc, "D_ARR_BADREF",
			   "\"%s\" is not an associative array: its index is "
			   "one integer", type_text(c->arena, base->type));
		return NULL;
	}
	if (type->kind != TYPE_ARRAY && type->kind != TYPE_STRING &&
	    !can_deref(c, node->loc, base->type))
		return NULL;
	node->index.keys = convert(c, key, type_base(c->types, BASE_LONG));
	if (is_outside(base, node->index.keys)) {
		diag_error(c->diags, key->loc, "D_ARR_BOUNDS",
			   "index %lld is outside of \"%s\"",
			   (long long)node->index.keys->integer.value,
			   type_text(c->arena, base->type));
		return NULL;
	}
	node->index.base = base;
	node->type = type->kind == TYPE_STRING ?
			     type_base(c->types, BASE_CHAR) : type->target;
	return placed(node, base->space);
}

/* ---------------------------------------------------------------- symbols */

/* "mod`name" as the program writes it. */
static const char *symbol_text(struct checker *c, const struct node *node)
{
	return arena_printf(c->arena, "%s`%s",
			    node->name.module ? node->name.module : "",
			    node->name.name);
}

/* Resolves the external symbol, of any type. */
static struct node *find_symbol(struct checker *c, struct node *node)
{
	struct type_source *source = c->types->source;
	struct ident *ident = arena_new(c->arena, struct ident);
	uint64_t kaddr = 0;
	int err = -ENOENT;

	ident->kind = IDENT_SYMBOL;
	ident->name = node->name.name;
	ident->loc = node->loc;
	if (source && source->symbol)
		err = source->symbol(source, c->types, node->name.module,
				     node->name.name, &ident->type, &kaddr);
	if (err) {
		diag_error(c->diags, node->loc, "D_IDENT_UNDEF",
			   "failed to resolve %s: %s", symbol_text(c, node),
			   err == -EPERM ?
			   "the kernel hides the addresses of its symbols" :
			   err == -ENODATA ?
			   "Unknown symbol name (this kernel was built without "
			   "CONFIG_KALLSYMS_ALL: /proc/kallsyms lists its "
			   "functions, but hardly any variables)" :
			   "Unknown symbol name");
		return NULL;
	}
	ident->enum_value = (int64_t)kaddr;
	node->name.ident = ident;
	node->type = ident->type;
	return placed(node, SPACE_KERNEL);
}

struct node *check_symbol(struct checker *c, struct node *node)
{
	node = find_symbol(c, node);
	if (node && type_resolve(node->type)->kind == TYPE_VOID) {
		diag_error(c->diags, node->loc, "D_SYM_NOTYPES",
			   "the kernel has no type for %s; use *(type *)&%s",
			   symbol_text(c, node), symbol_text(c, node));
		return NULL;
	}
	return node;
}

/* ---------------------------------------------------------------- address */

struct node *check_addrof(struct checker *c, struct node *node)
{
	struct node *operand = node->unary.operand;
	bool is_symbol = operand->kind == NODE_NAME &&
			 operand->name.scope == IDENT_SYMBOL;

	operand = is_symbol ? find_symbol(c, operand) : check_expr(c, operand);
	if (!operand)
		return NULL;
	if (operand->kind == NODE_NAME && !is_symbol) {
		diag_error(c->diags, node->loc, "D_ADDROF_VAR",
			   "cannot take address of variable: %s",
			   operand->name.name);
		return NULL;
	}
	if (!node_is_place(operand) && !node_variable(operand)) {
		diag_error(c->diags, node->loc, "D_ADDROF_LVAL",
			   "cannot take the address of an expression that is "
			   "not an lvalue");
		return NULL;
	}
	if (operand->kind == NODE_MEMBER &&
	    operand->member.member->bitfield_bits) {
		diag_error(c->diags, node->loc, "D_ADDROF_BITFIELD",
			   "cannot take address of bit-field: %s",
			   operand->member.name);
		return NULL;
	}
	node->unary.operand = operand;
	node->type = type_pointer(c->types, operand->type);
	node->space = node_place_space(operand);
	return node;
}

/* ------------------------------------------------------------ assignments */

/* Is it a symbol or a part of one, which is read-only? */
static bool is_of_symbol(const struct node *node)
{
	for (;;) {
		if (node->kind == NODE_MEMBER && !node->member.is_arrow)
			node = node->member.base;
		else if (node->kind == NODE_INDEX &&
			 type_resolve(node->index.base->type)->kind ==
				 TYPE_ARRAY)
			node = node->index.base;
		else
			return node->kind == NODE_NAME;
	}
}

/*
 * Does @node, unchecked, belong to the kernel or a translator: a built-in
 * variable, an inline of the D library, args[], or an object reached through
 * one?
 */
static bool is_foreign(struct checker *c, const struct node *node)
{
	const struct ident *ident;

	for (;;) {
		if (node->kind == NODE_MEMBER)
			node = node->member.base;
		else if (node->kind == NODE_INDEX)
			node = node->index.base;
		else if (node->kind == NODE_UNARY &&
			 node->unary.op == OP_DEREF)
			node = node->unary.operand;
		else
			break;
	}
	if (node->kind == NODE_XLATE)
		return true;
	if (node->kind != NODE_NAME || node->name.scope != IDENT_GLOBAL)
		return false;
	ident = variable_find(c, node);
	if (!ident)
		return name_is_builtin(node->name.name);
	return ident->kind == IDENT_BUILTIN ||
	       (ident->kind == IDENT_INLINE && ident->is_library);
}

/* Checks the left operand of @op: it must be writable. */
static struct node *check_written(struct checker *c, struct node *node,
				  enum op op)
{
	bool is_compound = op != OP_ASSIGN && op != OP_INC && op != OP_DEC;
	const char *text = is_compound ?
		arena_printf(c->arena, "%s=", op_spelling(op)) :
		op_spelling(op);
	const struct type *type;
	bool is_bad = is_foreign(c, node);
	struct loc loc = node->loc;

	report_undeclared_store(c, node);
	node = check_expr(c, node);
	if (!node)
		return NULL;
	if (is_bad) {
		diag_error(c->diags, loc, "D_OP_WRITE",
			   "operator %s can only be applied to a writable "
			   "variable", text);
		return NULL;
	}
	if (node_is_character(node) && op == OP_ASSIGN)
		return node;
	if (!node_is_place(node) && !node_variable(node)) {
		diag_error(c->diags, node->loc, "D_OP_LVAL",
			   "operator %s requires modifiable lvalue as an "
			   "operand", text);
		return NULL;
	}
	if (!node_variable(node) &&
	    (is_of_symbol(node) || node_place_space(node) == SPACE_USER)) {
		diag_error(c->diags, node->loc, "D_OP_WRITE",
			   "operator %s can only be applied to a writable "
			   "variable", text);
		return NULL;
	}
	type = type_resolve(node->type);
	if ((type->kind == TYPE_ARRAY && op != OP_ASSIGN) ||
	    type->kind == TYPE_FUNCTION) {
		diag_error(c->diags, node->loc, "D_OP_ARRFUN",
			   "operator %s may not be applied to an array or "
			   "function", text);
		return NULL;
	}
	return node;
}

/* Is x[i][j], with @index_cnt indices of variable @ident, reached through a
 * pointer in it? */
static bool leaves_variable(const struct ident *ident, size_t index_cnt)
{
	const struct type *type = ident ? type_resolve(ident->type) : NULL;

	if (!ident)
		return false;
	if (ident->is_assoc)
		index_cnt--;
	for (; index_cnt && type->kind == TYPE_ARRAY; index_cnt--)
		type = type_resolve(type->target);
	return index_cnt && type->kind == TYPE_POINTER;
}

bool is_memory_form(struct checker *c, const struct node *node)
{
	size_t index_cnt = 0;

	for (; node->kind == NODE_INDEX; node = node->index.base)
		index_cnt++;
	if (node->kind == NODE_NAME && node->name.scope == IDENT_SYMBOL)
		return index_cnt > 0;
	if (node->kind == NODE_NAME)
		return leaves_variable(variable_find(c, node), index_cnt);
	return node->kind == NODE_MEMBER ||
	       (node->kind == NODE_UNARY && node->unary.op == OP_DEREF) ||
	       (index_cnt && node->kind != NODE_AGG);
}

struct node *check_store(struct checker *c, struct node *node)
{
	struct node *left = check_written(c, node->binary.left,
					  node->binary.op);
	struct node *right = node->binary.right;
	bool is_plain = node->binary.op == OP_ASSIGN;

	if (!left)
		return NULL;
	right = is_plain && !type_is_scalar(left->type) ?
			check_copied(c, right) :
			check_beside(c, right, left->type);
	if (right && !is_plain)
		right = check_combined(c, node, left, right);
	if (!right)
		return NULL;
	if (right->kind == NODE_XLATE)
		return check_translated_copy(c, node, left, right);
	return check_assigned(c, node, left, right);
}

struct node *check_stepped(struct checker *c, struct node *node,
			   struct node *operand)
{
	const struct type *type = type_resolve(operand->type);

	if (!type_is_scalar(type)) {
		diag_error(c->diags, node->loc, "D_OP_SCALAR",
			   "operator %s requires operand of scalar type",
			   op_spelling(node->unary.op));
		return NULL;
	}
	if (type->kind == TYPE_POINTER && !check_size_bytes(c, type->target)) {
		diag_error(c->diags, node->loc, "D_OP_VFPTR",
			   "arithmetic on a pointer to void, a function or an "
			   "incomplete type");
		return NULL;
	}
	if (type->kind != TYPE_POINTER && node_variable(operand))
		width_note_value(c, operand, type_base(c->types, BASE_INT));
	node->unary.operand = operand;
	node->type = operand->type;
	node->space = operand->space;
	return node;
}

struct node *check_step(struct checker *c, struct node *node)
{
	struct node *operand =
		check_written(c, node->unary.operand, node->unary.op);

	return operand ? check_stepped(c, node, operand) : NULL;
}
