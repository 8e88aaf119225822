// SPDX-License-Identifier: BSD-2-Clause
/*
 * Global names: those of the program (declared before the clause that uses
 * them), then the built-in ones, then those of the D library.
 */
#include <string.h>

#include "lang/check/checker.h"
#include "lang/library_lookup.h"
#include "lang/walk.h"

static const struct {
	const char *name, *type;
} variables[BUILTIN_VAR_CNT] = {
#define VAR(name, type, flags) [BUILTIN_##name] = { #name, type },
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags)
#define AGG(name, proto, flags)
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
};

static const char *const functions[] = {
#define VAR(name, type, flags)
#define SUBR(name, proto, flags) #name,
#define ACT(name, proto, flags) #name,
#define AGG(name, proto, flags) #name,
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
};

static const struct {
	const char *name, *form, *reason;
} never[] = {
#define NEVER(name, form, reason) { #name, form, reason },
#include "lang/table/unsupported.def"
#undef NEVER
};

static const char *const linux_names[] = {
#define SINCE(name, major, minor, micro)
#define LINUX(name) #name,
#include "lang/table/builtin_since.def"
#undef SINCE
#undef LINUX
};

bool name_is_linux(const char *name)
{
	for (size_t i = 0; i < sizeof(linux_names) / sizeof(linux_names[0]); i++)
		if (strcmp(linux_names[i], name) == 0)
			return true;
	return false;
}

/* Its row in unsupported.def, or -1. */
static int never_row(const char *name)
{
	for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++)
		if (strcmp(never[i].name, name) == 0)
			return (int)i;
	return -1;
}

bool name_is_never(const char *name)
{
	return never_row(name) >= 0;
}

struct node *check_never(struct checker *c, struct loc loc, const char *name)
{
	int row = never_row(name);

	diag_error(c->diags, loc, "D_UNKNOWN",
		   "%s%s is not possible on Linux: %s", name, never[row].form,
		   never[row].reason);
	return NULL;
}

const struct type *type_by_text(struct checker *c, const char *text,
				size_t len)
{
	const char *name;

	if (len > 2 && text[len - 1] == '*')
		return type_pointer(c->types, type_by_text(
			c, text, len - 1 - (text[len - 2] == ' ')));
	name = arena_strndup(c->arena, text, len);
	if (strncmp(name, "struct ", 7) == 0)
		return type_tagged(c->types, TYPE_STRUCT, name + 7);
	for (size_t i = 0; i < BASE_CNT; i++)
		if (strcmp(c->types->base[i]->name, name) == 0)
			return c->types->base[i];
	return type_find_declared(c->types, name);
}

int builtin_row(const char *name)
{
	for (int i = 0; i < BUILTIN_VAR_CNT; i++)
		if (strcmp(variables[i].name, name) == 0)
			return i;
	return -1;
}

bool name_is_function(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (strcmp(functions[i], name) == 0)
			return true;
	return false;
}

void builtins_offer(struct nearest *nearest)
{
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		nearest_offer(nearest, variables[i].name);
}

bool name_is_builtin(const char *name)
{
	if (name_is_linux(name))
		return false;
	return builtin_row(name) >= 0 || name_is_function(name) ||
	       name_is_never(name) || strcmp(name, "NULL") == 0 ||
	       strcmp(name, "args") == 0;
}

struct ident *builtin_ident(struct checker *c, const char *name, int row,
			    struct loc loc)
{
	struct ident **slot = (struct ident **)map_put_str(
		&c->program->scope, arena_printf(c->arena, "builtin %s", name));

	if (!*slot) {
		*slot = arena_new(c->arena, struct ident);
		(*slot)->kind = IDENT_BUILTIN;
		(*slot)->name = variables[row].name;
		(*slot)->loc = loc;
		(*slot)->row = (unsigned int)row;
		(*slot)->type = type_by_text(c, variables[row].type,
					     strlen(variables[row].type));
	}
	return *slot;
}

static void note_assigned(const struct node *node, void *arg)
{
	struct checker *c = arg;
	const struct node *name = node_changes(node);

	if (!name)
		return;
	while (name->kind == NODE_INDEX)
		name = name->index.base;
	if (name->kind == NODE_NAME && name->name.scope == IDENT_GLOBAL &&
	    name_is_linux(name->name.name))
		*map_put_str(&c->taken, name->name.name) = c;
}

void names_take(struct checker *c)
{
	for (const struct clause *clause = c->program->clauses; clause;
	     clause = clause->next)
		clause_walk(clause, note_assigned, c);
}

/* A built-in variable or a name of the library, unless the program defines
 * it. */
bool name_is_taken(const struct checker *c, const char *name)
{
	return map_get_str(&c->taken, name);
}

struct ident *scope_find(struct checker *c, const char *name)
{
	if (builtin_row(name) >= 0 || name_is_taken(c, name))
		return map_get_str(&c->program->scope, name);
	return library_find(c->program, name, c->diags);
}
