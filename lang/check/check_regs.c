// SPDX-License-Identifier: BSD-2-Clause
/*
 * uregs[] (and its other name, regs[]) are the registers of the process. The
 * index is any integer; R_RAX and the like are constants (lang/table/reg_constants.def).
 * Names of another machine's registers are undefined.
 */
#include <string.h>

#include "lang/check/checker.h"
#include "lang/type/machine.h"

static const struct {
	const char *name;
	int value; /* -1: of another machine */
} constants[] = {
#define CONSTANT(name, x86_64, arm64) \
	{ #name, MACHINE_CONSTANT(x86_64, arm64) },
#include "lang/table/reg_constants.def"
#undef CONSTANT
};

struct node *check_constant_name(struct checker *c, const struct node *node)
{
	for (size_t i = 0; i < sizeof(constants) / sizeof(constants[0]); i++)
		if (constants[i].value >= 0 &&
		    strcmp(constants[i].name, node->name.name) == 0)
			return integer_node(c, node->loc,
					    (uint64_t)constants[i].value,
					    type_base(c->types, BASE_INT));
	return NULL;
}

bool is_regs(const struct node *node)
{
	return node->kind == NODE_NAME && node->name.scope == IDENT_GLOBAL &&
		(strcmp(node->name.name, "uregs") == 0 ||
		 strcmp(node->name.name, "regs") == 0);
}

struct node *check_bare_regs(struct checker *c, const struct node *node)
{
	diag_error(c->diags, node->loc, "D_IDENT_BADREF",
		   "%s may not be used without an index, as in %s[R_RAX]",
		   node->name.name, node->name.name);
	return NULL;
}

struct node *check_regs(struct checker *c, struct node *node)
{
	struct node *base = check_name(c, node->index.base);
	struct node *index;

	if (!base || check_list(c, &node->index.keys) < 0)
		return NULL;
	index = node->index.keys;
	if (node->index.key_cnt != 1 || !type_is_integer(index->type)) {
		diag_error(c->diags, node->loc, "D_PROTO_ARG",
			   "%s[ ] takes one integer, such as R_RAX",
			   base->name.name);
		return NULL;
	}
	node->index.base = base;
	node->index.keys = convert(c, index, type_base(c->types, BASE_LONG));
	node->type = base->type;
	return node;
}
