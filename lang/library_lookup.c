// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names that the program does not define, taken from the D library. The
 * library itself (its files) belongs to the caller of the language stages.
 */
#include "lang/library_lookup.h"

#include <stdio.h>

bool library_load(struct program *program, const char *name,
		  struct diag_list *diags)
{
	struct lang_library *library = program->library;

	return library && library->load(library, program, name, diags);
}

bool library_completes(struct program *program, const struct type *type,
		       struct diag_list *diags)
{
	char name[64];

	if (!type->is_incomplete || !type->name || type->kind != TYPE_STRUCT ||
	    (size_t)snprintf(name, sizeof(name), "struct %s", type->name) >=
		    sizeof(name))
		return false;
	return library_load(program, name, diags) && !type->is_incomplete;
}

bool library_translates(struct program *program, const struct type *type,
			struct diag_list *diags)
{
	const struct type *target;
	char name[96];

	type = type_resolve(type);
	if (type->kind != TYPE_POINTER)
		return false;
	target = type_resolve(type->target);
	if (target->kind != TYPE_STRUCT || !target->name ||
	    (size_t)snprintf(name, sizeof(name), "translator of struct %s",
			     target->name) >= sizeof(name))
		return false;
	return library_load(program, name, diags);
}

struct ident *library_find(struct program *program, const char *name,
			   struct diag_list *diags)
{
	struct ident *ident = map_get_str(&program->scope, name);

	if (!ident && library_load(program, name, diags))
		ident = map_get_str(&program->scope, name);
	return ident;
}
