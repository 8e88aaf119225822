// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names that the program does not define, taken from the D library. The
 * library itself (its files) belongs to the caller of the language stages.
 */
#include "lang/library.h"

bool library_load(struct program *program, const char *name,
		  struct diag_list *diags)
{
	struct lang_library *library = program->library;

	return library && library->load(library, program, name, diags);
}

struct ident *library_find(struct program *program, const char *name,
			   struct diag_list *diags)
{
	struct ident *ident = map_get_str(&program->scope, name);

	if (!ident && library_load(program, name, diags))
		ident = map_get_str(&program->scope, name);
	return ident;
}
