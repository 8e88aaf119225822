// SPDX-License-Identifier: BSD-2-Clause
/*
 * What a variable is called: in messages, and in the table of the program.
 */
#include "lang/check/checker.h"

const char *variable_text(struct checker *c, const struct node *node)
{
	return arena_printf(c->arena, "%s%s",
			    node->name.scope == IDENT_SELF ? "self->" :
			    node->name.scope == IDENT_THIS ? "this->" :
			    node->name.scope == IDENT_SYMBOL ? "`" : "",
			    node->name.name);
}

const char *variable_key(const struct checker *c, const struct node *node)
{
	if (node->name.scope == IDENT_GLOBAL)
		return node->name.name;
	return arena_printf(c->arena, "%s%s",
			    node->name.scope == IDENT_SELF ? "self " : "this ",
			    node->name.name);
}
