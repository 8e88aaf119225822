// SPDX-License-Identifier: BSD-2-Clause
/*
 * Stacks, symbols and registers.
 *
 * stack(), sym(), usym() and similar calls are values that only the consumer
 * can turn into text: arguments of trace() and printf(), keys.
 *
 * uregs[] (and its other name, regs[]) are the registers of the process, by
 * the numbers of lang/constants.def.
 */
#include <errno.h>
#include <string.h>

#include "lang/check/checker.h"
#include "lang/type/machine.h"

static const struct {
	const char *name;
	int value; /* -1: of another machine */
} constants[] = {
#define CONSTANT(name, x86_64, arm64) { #name, MACHINE_CONSTANT(x86_64, arm64) },
#include "lang/constants.def"
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

/* ------------------------------------------------------------------ stacks */

/* Tags and words of one function's errors. */
struct stack_rules {
	size_t arg_max;
	const char *proto_tag, *frames_tag;
};

static bool is_constant_from(const struct node *arg, int64_t min)
{
	return arg->kind == NODE_INT && (int64_t)arg->integer.value >= min &&
	       arg->integer.value <= INT32_MAX;
}

int check_stack_args(struct checker *c, struct node *call,
		     const struct function *function)
{
	const struct stack_rules rules = function->row == SUBR_stack ?
		(struct stack_rules){ 1, "D_STACK_PROTO", "D_STACK_SIZE" } :
		(struct stack_rules){ 2, "D_USTACK_PROTO", "D_USTACK_FRAMES" };
	const struct node *arg;

	if (call->call.arg_cnt > rules.arg_max)
		return diag_error(c->diags, call->loc, rules.proto_tag,
				  "%s( ) prototype mismatch: %zu args passed, "
				  "at most %zu expected", function->name,
				  call->call.arg_cnt, rules.arg_max);
	if (check_list(c, &call->call.args) < 0)
		return -EINVAL;
	arg = call->call.args;
	if (arg && !is_constant_from(arg, 1))
		return diag_error(c->diags, arg->loc, rules.frames_tag,
				  "%s( ) argument #1 must be a positive integer "
				  "constant, the number of frames",
				  function->name);
	if (arg && arg->next && !is_constant_from(arg->next, 0))
		return diag_error(c->diags, arg->next->loc,
				  "D_USTACK_STRSIZE",
				  "%s( ) argument #2 must be an integer "
				  "constant that is not negative",
				  function->name);
	return 0;
}

/* --------------------------------------------------------------- registers */

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
	node->index.keys =
		convert(c, index, type_base(c->types, BASE_LONG));
	node->type = base->type;
	return node;
}
