// SPDX-License-Identifier: BSD-2-Clause
/*
 * Translations: `xlate <psinfo_t *> (curthread)` has no value. It becomes a
 * NODE_XLATE, which only `->` or `.` may follow; these are replaced by a copy
 * of the member's expression, with the operand in place of the translator's
 * parameter:
 *
 *	xlate <psinfo_t *> (curthread)->pr_pid	->	(pid_t)curthread->tgid
 *
 * An operand with effects is evaluated once, before the member's expression. So
 * the generator sees no translators. check_translated() is check_expr() for
 * places where such a node may be the result.
 */
#include <errno.h>
#include <string.h>

#include "lang/check/check.h"
#include "lang/check/checker.h"
#include "lang/check/copy_tree.h"
#include "lang/library_lookup.h"
#include "lang/place.h"
#include "lang/walk.h"

struct translator *translator_find(const struct program *program,
				   const struct type *out,
				   const struct type *in)
{
	for (struct translator *t = program->translators; t; t = t->next)
		if (type_is_same(t->out, out) && type_is_same(t->in, in))
			return t;
	return NULL;
}

/* The library may translate to types of one of its files in another one. */
struct translator *translator_for(struct checker *c, const struct type *out,
				  const struct type *in)
{
	struct translator *found = translator_find(c->program, out, in);

	if (!found && library_translates(c->program, in, c->diags))
		found = translator_find(c->program, out, in);
	return found;
}

struct node *check_translated(struct checker *c, struct node *node)
{
	struct ident *ident;

	if (node->type)
		return node;
	if (node->kind == NODE_XLATE)
		return check_xlate(c, node);
	if (node->kind == NODE_NAME || node->kind == NODE_INDEX) {
		if (node->kind == NODE_INDEX &&
		    node->index.base->kind == NODE_NAME &&
		    is_free_args(c, node->index.base))
			return check_probe_args(c, node);
		ident = inline_of(c, node);
		if (ident)
			return check_inline(c, node, ident);
	}
	if (node->kind == NODE_MEMBER)
		return check_member(c, node);
	return check_expr(c, node);
}

struct node *no_translation(struct checker *c, struct node *node)
{
	if (!node || node->kind != NODE_XLATE)
		return node;
	diag_error(c->diags, node->loc, "D_OP_DYN",
		   "a translated \"%s\" is not a value in memory: only its "
		   "members can be used", type_text(c->arena, node->type));
	return NULL;
}

/* The first one that takes an integer, of whatever type. */
static struct translator *translator_of_integer(const struct program *program,
						const struct type *out)
{
	for (struct translator *t = program->translators; t; t = t->next)
		if (type_is_same(t->out, out) && type_is_integer(t->in))
			return t;
	return NULL;
}

struct node *check_test(struct checker *c, struct node *node)
{
	node = check_translated(c, node);
	if (node && node->kind == NODE_XLATE &&
	    type_resolve(node->type)->kind == TYPE_POINTER &&
	    type_resolve(node->xlate.operand->type)->kind == TYPE_POINTER)
		return node->xlate.operand;
	return no_translation(c, node);
}

/* The output type of a translation, without its pointer. */
static const struct type *output_type(const struct type *to)
{
	const struct type *type = type_resolve(to);

	return type->kind == TYPE_POINTER ? type_resolve(type->target) : type;
}

struct node *check_xlate(struct checker *c, struct node *node)
{
	const struct type *out = output_type(node->xlate.to);
	struct translator *translator;
	struct node *operand;

	if (out->kind != TYPE_STRUCT && out->kind != TYPE_UNION) {
		diag_error(c->diags, node->loc, "D_XLATE_SOU",
			   "translator output type must be a struct or union: "
			   "%s", type_text(c->arena, node->xlate.to));
		return NULL;
	}
	/* a member that is itself translated is first built in memory */
	operand = check_put_together(c, node->xlate.operand);
	if (!operand)
		return NULL;
	operand = decay(c, operand);
	translator = translator_for(c, out, operand->type);
	if (!translator && type_is_integer(operand->type)) {
		translator = translator_of_integer(c->program, out);
		if (translator)
			operand = convert(c, operand, translator->in);
	}
	if (!translator || translator->seq > c->clause_id) {
		diag_error(c->diags, node->loc, "D_XLATE_NONE",
			   "cannot translate from \"%s\" to \"%s\"",
			   type_text(c->arena, operand->type),
			   type_text(c->arena, node->xlate.to));
		return NULL;
	}
	node->xlate.operand = operand;
	node->xlate.translator = translator;
	node->type = node->xlate.to;
	return node;
}

/* ----------------------------------------------------------------- operands */

static struct node *comma(struct checker *c, struct node *first,
			  struct node *second)
{
	struct node *node = arena_new(c->arena, struct node);

	node->kind = NODE_COMMA;
	node->loc = second->loc;
	node->depth = (uint16_t)(second->depth + 1);
	node->type = second->type;
	node->space = second->space;
	node->binary.left = first;
	node->binary.right = second;
	return node;
}

/*
 * A hidden variable this->X of type @type, different from those of expressions
 * around @at, also if @at is inside the body of an inline or a translator.
 */
static struct node *hidden_variable(struct checker *c, const struct node *at,
				    const char *use, const struct type *type)
{
	struct node *name = arena_new(c->arena, struct node);
	struct ident *ident;

	name->kind = NODE_NAME;
	name->loc = at->loc;
	name->depth = 1;
	name->name.scope = IDENT_THIS;
	name->name.name = arena_printf(c->arena, "%s %s %u %u", use,
				       type_text(c->arena, type),
				       c->expand_depth, at->depth);
	if (!variable_find(c, name)) {
		ident = variable_make(c, name, type);
		if (ident) /* translators further down are checked first */
			ident->seq = 0;
	}
	return check_variable(c, name);
}

static struct node *new_assign(struct checker *c, const struct node *value)
{
	struct node *assign = arena_new(c->arena, struct node);

	assign->kind = NODE_ASSIGN;
	assign->loc = value->loc;
	assign->depth = (uint16_t)(value->depth + 1);
	assign->binary.op = OP_ASSIGN;
	return assign;
}

/* `(done, last)`; without @done, only @last. */
static struct node *after(struct checker *c, struct node *done,
			  struct node *last)
{
	return done ? comma(c, done, last) : last;
}

int store_once(struct checker *c, const char *use, struct node **value,
	       struct node **done)
{
	struct node *variable, *assign;

	variable = hidden_variable(c, *value, (*value)->space == SPACE_USER ?
				   arena_printf(c->arena, "user %s", use) :
				   use, (*value)->type);
	assign = variable ? check_assigned(c, new_assign(c, *value), variable,
					   *value) : NULL;
	if (!assign)
		return -EINVAL;
	*done = after(c, *done, assign);
	*value = variable;
	return 0;
}

/*
 * The operand becomes a part of the value of each member, wherever the parameter
 * stands. If it has effects, they are appended to *@done, which is evaluated
 * once, before. Returns 0 or -EINVAL.
 */
static int separate_effects(struct checker *c, struct node *value,
			    struct node **done)
{
	struct node **operand = &value->xlate.operand;

	for (; (*operand)->kind == NODE_COMMA;
	     *operand = (*operand)->binary.right)
		*done = after(c, *done, (*operand)->binary.left);
	if (!node_has_effect(*operand, true))
		return 0;
	return store_once(c, "operand", operand, done);
}

/* ----------------------------------------------------------------- members */

static struct translation *translation_find(const struct translator *translator,
					    const char *name)
{
	struct translation *one = translator->members;

	while (one && strcmp(one->name, name))
		one = one->next;
	return one;
}

/* The value of a member of @translator, whose input is @value. */
static struct node *member_value(struct checker *c, struct loc loc,
				 const struct translator *translator,
				 const struct translation *one,
				 const struct node *value)
{
	struct copy_param param = { translator->param, value };
	const struct type_member *member;
	struct node *expr, *typed;
	uint32_t offset_bits;

	member = type_find_member(type_resolve(translator->out), one->name,
				  &offset_bits);
	if (!member || one->is_bad)
		return NULL;
	expr = expand(c, loc, one->expr, &param, 1);
	typed = expr ? as_type(c, expr, member->type) : NULL;
	if (expr && !typed)
		diag_error(c->diags, one->loc, "D_XLATE_INCOMPAT",
			   "translator member %s definition uses incompatible "
			   "types: \"%s\" = \"%s\"", one->name,
			   type_text(c->arena, member->type),
			   type_text(c->arena, expr->type));
	if (typed) /* errors of the use are reported there */
		typed->loc = loc;
	return typed;
}

struct node *value_after(struct checker *c, struct node *done,
				struct node *value)
{
	if (value->kind != NODE_XLATE)
		return comma(c, done, value);
	value->xlate.operand = comma(c, done, value->xlate.operand);
	return value;
}

struct node *check_translated_member(struct checker *c, struct node *node,
				     struct node *base)
{
	const struct translator *translator = base->xlate.translator;
	struct node *value, *done = NULL;
	const struct translation *one;
	uint32_t offset_bits;

	if (!type_find_member(type_resolve(translator->out), node->member.name,
			      &offset_bits)) {
		report_no_member(c, node, translator->out);
		return NULL;
	}
	one = translation_find(translator, node->member.name);
	if (!one) {
		diag_error(c->diags, node->loc, "D_XLATE_NOCONV",
			   "translator from \"%s\" to \"%s\" does not define "
			   "a conversion for member: %s",
			   type_text(c->arena, translator->in),
			   type_text(c->arena, translator->out),
			   node->member.name);
		return NULL;
	}
	if (separate_effects(c, base, &done) < 0)
		return NULL;
	value = member_value(c, node->loc, translator, one,
			     base->xlate.operand);
	return value && done ? value_after(c, done, value) : value;
}

/* ------------------------------------------------------------------ copies */

/*
 * The NODE_XLATE of `*p` and of p if p is a translation. A sum is none, and must
 * be checked together with its `*`, once.
 */
static struct node *check_behind(struct checker *c, struct node *node,
				 bool *is_deref_ret)
{
	bool is_deref = !node->type && node->kind == NODE_UNARY &&
			node->unary.op == OP_DEREF &&
			node->unary.operand->kind != NODE_BINARY;
	struct node *value = check_translated(c, is_deref ?
					      node->unary.operand : node);

	*is_deref_ret = is_deref;
	if (!value || !is_deref || value->kind == NODE_XLATE)
		return value;
	node->unary.operand = value;
	return check_expr(c, node);
}

struct node *check_copied(struct checker *c, struct node *node)
{
	bool is_deref;
	struct node *value = check_behind(c, node, &is_deref);

	if (value && value->kind == NODE_XLATE &&
	    is_deref != (type_resolve(value->type)->kind == TYPE_POINTER))
		return no_translation(c, value);
	return value;
}

/* `left.name = value` */
static struct node *member_copy(struct checker *c, const struct node *at,
				struct node *left, const char *name,
				struct node *value)
{
	struct node *member = arena_new(c->arena, struct node);
	struct node *assign = arena_new(c->arena, struct node);

	member->kind = NODE_MEMBER;
	member->loc = at->loc;
	member->member.base = left;
	member->member.name = name;
	assign->kind = NODE_ASSIGN;
	assign->loc = at->loc;
	assign->depth = at->depth;
	assign->binary.op = OP_ASSIGN;
	assign->binary.left = member;
	assign->binary.right = value;
	return check_expr(c, assign);
}

/*
 * The values of the members that the translator of @right defines, in its
 * order. NULL after an error.
 */
static struct node **member_values(struct checker *c, const struct node *right)
{
	const struct translator *translator = right->xlate.translator;
	struct node **values;
	size_t cnt = 0;

	for (const struct translation *t = translator->members; t; t = t->next)
		cnt++;
	values = arena_new_array(c->arena, struct node *, cnt + 1);
	cnt = 0;
	for (const struct translation *t = translator->members; t;
	     t = t->next) {
		values[cnt] = member_value(c, right->loc, translator, t,
					   right->xlate.operand);
		if (!values[cnt++])
			return NULL;
	}
	return values;
}

/* Copies member by member: see can_copy_members(). */
static struct node *copy_members(struct checker *c, struct node *node,
				 struct node *left, struct node *right,
				 struct node **values)
{
	const struct translator *translator = right->xlate.translator;
	struct node *zero = integer_node(c, node->loc, 0,
					 type_base(c->types, BASE_INT));
	struct node *all, *value;

	if (type_resolve(left->type) != type_resolve(translator->out)) {
		diag_error(c->diags, node->loc, "D_OP_INCOMPAT",
			   "operands have incompatible types: \"%s\" = \"%s\"",
			   type_text(c->arena, left->type),
			   type_text(c->arena, translator->out));
		return NULL;
	}
	all = check_assigned(c, node, left, zero);
	for (const struct translation *one = translator->members; all && one;
	     one = one->next) {
		value = member_copy(c, node, left, one->name, *values++);
		all = value ? comma(c, all, value) : NULL;
	}
	return all;
}

/* What an expression reads, except variables of probes. */
struct reads {
	const struct ident *left;
	bool has_left, has_any, has_memory;
};

static void look_at_read(const struct node *node, void *arg)
{
	struct reads *reads = arg;

	reads->has_memory |= node_is_place(node);
	if (node->kind != NODE_NAME || !node->name.ident ||
	    node->name.ident->kind == IDENT_BUILTIN)
		return;
	reads->has_any = true;
	reads->has_left |= node->name.ident == reads->left;
}

/*
 * Can the members be assigned one after the other? Not if @left is not the same
 * each time, or if one value reads members that have been assigned before it.
 * Nor in memory, which may be read through any pointer, and which no assignment
 * clears.
 */
static bool can_copy_members(const struct node *left, const struct node *right,
			     struct node *const *values)
{
	const struct translation *one = right->xlate.translator->members;
	const struct node *variable = node_variable(left);
	struct reads reads = {
		.left = variable ? variable->name.ident : NULL,
	};

	if (!variable || node_has_effect(left, true))
		return false;
	for (; one; one = one->next, values++) {
		if (node_has_effect(*values, false))
			return false;
		node_walk(*values, look_at_read, &reads);
	}
	return !reads.has_left && !(reads.has_any && reads.has_memory);
}

/* Builds the translation in a hidden variable; returns all that it takes. */
static struct node *put_together(struct checker *c, struct node *value,
				 struct node **values,
				 struct node **variable_ret)
{
	*variable_ret = hidden_variable(c, value, "translated",
					value->xlate.translator->out);
	if (!*variable_ret)
		return NULL;
	return copy_members(c, new_assign(c, value), *variable_ret, value,
			    values);
}

struct node *check_translated_copy(struct checker *c, struct node *node,
				   struct node *left, struct node *right)
{
	struct node *variable, *all, *stored, *done = NULL, **values;

	if (separate_effects(c, right, &done) < 0)
		return NULL;
	values = member_values(c, right);
	if (!values)
		return NULL;
	if (can_copy_members(left, right, values)) {
		all = copy_members(c, node, left, right, values);
		return all && done ? comma(c, done, all) : all;
	}
	all = put_together(c, right, values, &variable);
	stored = all ? check_assigned(c, node, left, variable) : NULL;
	if (!stored)
		return NULL;
	return comma(c, done ? comma(c, done, all) : all, stored);
}

struct node *check_put_together(struct checker *c, struct node *node)
{
	bool is_deref;
	struct node *value = check_behind(c, node, &is_deref);
	struct node *variable, *all, *done = NULL, **values;

	if (!value || value->kind != NODE_XLATE)
		return value;
	if (is_deref && type_resolve(value->type)->kind != TYPE_POINTER)
		return no_translation(c, value);
	if (separate_effects(c, value, &done) < 0)
		return NULL;
	values = member_values(c, value);
	all = values ? put_together(c, value, values, &variable) : NULL;
	if (!all)
		return NULL;
	return comma(c, done ? comma(c, done, all) : all, variable);
}

void check_translators(struct checker *c)
{
	for (struct translator *t = c->program->translators; t; t = t->next) {
		if (is_built_in(t->loc))
			continue;
		c->clause_id = t->seq;
		for (struct translation *one = t->members; one;
		     one = one->next) {
			struct node *param = param_node(c, one->loc, t->param,
							t->in);

			expand_reset(c);
			if (!node_uses_args(c->program, one->expr) &&
			    !member_value(c, one->loc, t, one, param))
				one->is_bad = true;
		}
	}
}
