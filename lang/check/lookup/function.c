// SPDX-License-Identifier: BSD-2-Clause
/*
 * Functions: the rows of lang/table/builtins.def that are called.
 */
#include <string.h>

#include "lang/check/checker.h"

static const struct function functions[] = {
#define VAR(name, type, flags)
#define SUBR(name, proto, flags) { #name, proto, IDENT_SUBR, SUBR_##name },
#define ACT(name, proto, flags) { #name, proto, IDENT_ACTION, ACT_##name },
#define AGG(name, proto, flags) { #name, proto, IDENT_AGGFUNC, AGG_##name },
#include "lang/table/builtins.def"
#undef VAR
#undef SUBR
#undef ACT
#undef AGG
};

const struct function *function_find(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (strcmp(functions[i].name, name) == 0)
			return &functions[i];
	return NULL;
}

void functions_offer(struct nearest *nearest, enum ident_kind kind)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (functions[i].kind == kind)
			nearest_offer(nearest, functions[i].name);
}

bool name_is_action(const char *name)
{
	const struct function *function = function_find(name);

	return function && function->kind == IDENT_ACTION;
}

struct ident *function_ident(struct checker *c, const struct function *function,
			     struct loc loc)
{
	struct ident **slot = (struct ident **)map_put_str(
		&c->program->scope,
		arena_printf(c->arena, "%s()", function->name));

	if (!*slot) {
		*slot = arena_new(c->arena, struct ident);
		(*slot)->kind = function->kind;
		(*slot)->name = function->name;
		(*slot)->loc = loc;
		(*slot)->row = function->row;
		(*slot)->type = type_by_text(c, function->proto,
					     strcspn(function->proto, "("));
	}
	return *slot;
}

const char *agg_func_name(enum agg_func func)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (functions[i].kind == IDENT_AGGFUNC &&
		    functions[i].row == func)
			return functions[i].name;
	return "?";
}
