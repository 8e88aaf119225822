// SPDX-License-Identifier: BSD-2-Clause
/*
 * Undeclared names: each is reported once. If the assignment that would have
 * created the variable is itself in error, only that error is reported, not the
 * other uses of the variable.
 */
#include <errno.h>
#include <string.h>

#include "lang/check/checker.h"

void mistake_note(struct checker *c, const char *name)
{
	*map_put_str(&c->mistaken, name) = c;
}

bool mistake_is_new(struct checker *c, const char *name)
{
	void **slot = map_put_str(&c->mistaken, name);
	bool is_new = !*slot;

	*slot = c;
	return is_new;
}

void mistake_note_left(struct checker *c, const struct node *left)
{
	while (left->kind == NODE_INDEX)
		left = left->index.base;
	if (left->kind == NODE_NAME && left->name.scope != IDENT_SYMBOL &&
	    !variable_find(c, left))
		mistake_note(c, variable_text(c, left));
}

/* Offers the program's names that begin with @front: "self ", "@" or "". */
static void scope_offer(struct checker *c, struct nearest *nearest,
			const char *front)
{
	const struct map *scope = &c->program->scope;
	size_t len = strlen(front);

	for (size_t i = 0; i < scope->cnt; i++) {
		const char *key = scope->entries[i].key;

		if (scope->entries[i].value && !strncmp(key, front, len) &&
		    !strpbrk(key + len, " @("))
			nearest_offer(nearest, key + len);
	}
}

static const char *meant_variable(struct checker *c, const struct node *node)
{
	static const struct {
		const char *key, *text;
	} scopes[] = { [IDENT_GLOBAL] = { "", "" },
		       [IDENT_SELF] = { "self ", "self->" },
		       [IDENT_THIS] = { "this ", "this->" } };
	struct nearest nearest;

	nearest_init(&nearest, node->name.name);
	scope_offer(c, &nearest, scopes[node->name.scope].key);
	if (node->name.scope == IDENT_GLOBAL) {
		builtins_offer(&nearest);
		other_tools_offer(&nearest);
	}
	return nearest_text(&nearest, c->arena, scopes[node->name.scope].text);
}

void report_undefined_call(struct checker *c, const struct node *call)
{
	struct nearest nearest;

	nearest_init(&nearest, call->call.name);
	functions_offer(&nearest, IDENT_ACTION);
	functions_offer(&nearest, IDENT_SUBR);
	other_tools_offer(&nearest);
	diag_error(c->diags, call->loc, "D_FUNC_UNDEF",
		   "undefined function name: %s%s", call->call.name,
		   nearest_text(&nearest, c->arena, ""));
}

void report_undefined(struct checker *c, const struct node *node)
{
	const char *text = variable_text(c, node);

	if (!mistake_is_new(c, text))
		return;
	if (node->name.scope == IDENT_GLOBAL)
		diag_error(c->diags, node->loc, "D_IDENT_UNDEF",
			   "failed to resolve %s: Unknown variable name%s", text,
			   meant_variable(c, node));
	else
		diag_error(c->diags, node->loc, "D_VAR_UNDEF",
			   "%s has not yet been declared or assigned%s", text,
			   meant_variable(c, node));
}

/* Offers the members of a struct or union, and of unnamed ones in it. */
static void members_offer(struct nearest *nearest, const struct type *type)
{
	type = type_resolve(type);
	for (size_t i = 0; i < type->member_cnt; i++) {
		const struct type_member *member = &type->members[i];

		if (member->name)
			nearest_offer(nearest, member->name);
		else if (type_resolve(member->type)->kind == TYPE_STRUCT ||
			 type_resolve(member->type)->kind == TYPE_UNION)
			members_offer(nearest, member->type);
	}
}

void report_no_member(struct checker *c, const struct node *member,
		      const struct type *type)
{
	const char *tag = type_resolve(type)->name;
	struct nearest nearest;

	nearest_init(&nearest, member->member.name);
	members_offer(&nearest, type);
	if (tag && !strcmp(tag, "task_struct"))
		other_members_offer(&nearest);
	diag_error(c->diags, member->loc, "D_TYPE_MEMBER",
		   "%s is not a member of \"%s\"%s", member->member.name,
		   type_text(c->arena, type),
		   nearest_text(&nearest, c->arena, ""));
}

int report_undefined_agg(struct checker *c, const struct node *agg,
			 const char *tag)
{
	struct nearest nearest;

	if (!mistake_is_new(c, arena_printf(c->arena, "@%s", agg->agg.name)))
		return -EINVAL;
	nearest_init(&nearest, agg->agg.name);
	scope_offer(c, &nearest, "@");
	return diag_error(c->diags, agg->loc, tag,
			  "failed to resolve @%s: Unknown aggregation name%s",
			  agg->agg.name, nearest_text(&nearest, c->arena, "@"));
}

/* "[..., ...]": as many keys as @node has. */
static const char *keys_text(struct checker *c, const struct node *node)
{
	const char *text = "";

	for (size_t i = 0; i < node->index.key_cnt; i++)
		text = arena_printf(c->arena, "%s%s", text,
				    i ? ", TYPE" : "TYPE");
	return arena_printf(c->arena, "[%s]", text);
}

/*
 * A member or a dereference does not determine the type of the variable:
 * suggests the missing declaration.
 */
void report_undeclared_store(struct checker *c, const struct node *left)
{
	static const char *const scopes[] = { [IDENT_SELF] = "self ",
					      [IDENT_THIS] = "this " };
	const char *type = "", *keys = "", *scope;
	const struct node *name = left;

	while (name->kind != NODE_NAME) {
		if (name->kind == NODE_MEMBER) {
			type = name->member.is_arrow ? "struct NAME *" :
						       "struct NAME ";
			name = name->member.base;
			keys = "";
		} else if (name->kind == NODE_INDEX) {
			keys = keys_text(c, name);
			name = name->index.base;
		} else if (name->kind == NODE_UNARY &&
			   name->unary.op == OP_DEREF) {
			type = "TYPE *";
			name = name->unary.operand;
		} else {
			return;
		}
	}
	if (!*type || name->name.scope == IDENT_SYMBOL ||
	    variable_find(c, name) ||
	    (name->name.scope == IDENT_GLOBAL &&
	     name_is_builtin(name->name.name)) ||
	    !mistake_is_new(c, variable_text(c, name)))
		return;
	scope = name->name.scope == IDENT_GLOBAL ? "" :
						   scopes[name->name.scope];
	diag_error(c->diags, name->loc,
		   *scope ? "D_VAR_UNDEF" : "D_IDENT_UNDEF",
		   "%s has not yet been declared; write \"%s%s%s%s;\" with its "
		   "type in front of the clauses", variable_text(c, name),
		   scope, type, name->name.name, keys);
}

void report_incomplete(struct checker *c, struct loc loc, const char *tag,
		       const struct type *type)
{
	if (type_resolve(type)->unsized_member) {
		diag_error(c->diags, loc, tag,
			   "the places of the members of \"%s\" are not known, "
			   "because the definition of its provider does not "
			   "say how large \"%s\" is; declare \"%s\" in the "
			   "script", type_text(c->arena, type),
			   type_resolve(type)->unsized_member,
			   type_text(c->arena, type));
		return;
	}
	if (type_resolve(type)->has_other_layout) {
		diag_error(c->diags, loc, tag,
			   "\"%s\" has an attribute that changes its layout in "
			   "a way that D does not know; declare its members "
			   "where they are", type_text(c->arena, type));
		return;
	}
	diag_error(c->diags, loc, tag,
		   "\"%s\" is an incomplete type: neither the program nor "
		   "the kernel's BTF defines it", type_text(c->arena, type));
}
