// SPDX-License-Identifier: BSD-2-Clause
/*
 * Variables of the program: x, self->x, this->x.
 */
#include "lang/check/checker.h"

static void declare(struct checker *c, struct ident *ident)
{
	struct program *program = c->program;

	if (ident->kind == IDENT_SELF) {
		ident->id = (unsigned int)program->selfs.cnt;
		vec_push(&program->selfs, ident);
	} else if (ident->kind == IDENT_THIS) {
		ident->id = (unsigned int)program->thiss.cnt;
		vec_push(&program->thiss, ident);
	} else {
		ident->id = (unsigned int)program->globals.cnt;
		vec_push(&program->globals, ident);
	}
}

/* The type of a variable that is created by assigning a value of @type. */
static const struct type *var_type(struct checker *c, const struct type *type)
{
	const struct type *resolved = type_resolve(type);

	if (resolved->kind == TYPE_ARRAY)
		return type_pointer(c->types, resolved->target);
	return type->bare;
}

struct ident *variable_find(struct checker *c, const struct node *node)
{
	struct ident *ident = node->name.scope == IDENT_GLOBAL ?
		scope_find(c, node->name.name) :
		map_get_str(&c->program->scope, variable_key(c, node));

	return ident && ident->seq <= c->clause_id ? ident : NULL;
}

struct ident *variable_make(struct checker *c, const struct node *node,
			    const struct type *type)
{
	const char *name = variable_key(c, node);
	struct ident **slot =
		(struct ident **)map_put_str(&c->program->scope, name);
	struct ident *ident = *slot;

	if (ident)
		return NULL; /* declared further down */
	if (node->name.scope == IDENT_GLOBAL &&
	    map_get_str(&c->enumerators, name)) {
		diag_error(c->diags, node->loc, "D_IDENT_AMBIG",
			   "%s is an enumerator of the kernel, and was used as "
			   "such; give the variable another name", name);
		return NULL;
	}
	ident = *slot = arena_new(c->arena, struct ident);
	ident->kind = node->name.scope;
	ident->name = node->name.name;
	ident->scope_name = name;
	ident->is_implied = true;
	ident->loc = node->loc;
	ident->type = width_of_variable(c, name, var_type(c, type));
	ident->seq = c->clause_id;
	declare(c, ident);
	return ident;
}

enum addr_space variable_space(const struct ident *ident)
{
	if (type_is_string(ident->type))
		return SPACE_SCRATCH;
	return ident->is_user_ptr ? SPACE_USER : SPACE_KERNEL;
}
