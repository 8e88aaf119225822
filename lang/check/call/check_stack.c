// SPDX-License-Identifier: BSD-2-Clause
/*
 * The arguments of stack(), ustack() and jstack(). The number of frames is a
 * constant, because it decides how large the record is; so is the second one,
 * bytes for text in other DTraces, which has no effect here.
 */
#include <errno.h>

#include "lang/check/checker.h"

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
