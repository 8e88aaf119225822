// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls that are statements. printf() and printa() have their own rules in
 * check_format.c, the actions on aggregations in check_agg_action.c. A value
 * that only the consumer can turn into text becomes a trace():
 *
 *	ustack(5);	is	trace(ustack(5));
 */
#include <errno.h>

#include "lang/check/checker.h"

/* A function, or a struct without members. */
static bool has_no_bytes(const struct type *type)
{
	type = type_resolve(type);
	return type->kind == TYPE_FUNCTION ||
	       ((type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) &&
		!type_size_bytes(type));
}

static int check_trace(struct checker *c, struct node *node)
{
	struct node *arg = node->call.args;

	if (node->call.arg_cnt != 1)
		return diag_error(c->diags, node->loc, "D_PROTO_LEN",
				  "trace( ) prototype mismatch: %zu args "
				  "passed, 1 expected", node->call.arg_cnt);
	if (arg->kind == NODE_AGG)
		return diag_error(c->diags, node->loc, "D_TRACE_DYN",
				  "trace( ) may not be applied to a dynamic "
				  "expression");
	if (check_are_values(c, arg, "D_TRACE_VOID", "trace( ) argument") < 0 ||
	    check_list(c, &node->call.args) < 0)
		return -EINVAL;
	if (type_resolve(node->call.args->type)->kind == TYPE_VOID)
		return diag_error(c->diags, node->loc, "D_TRACE_VOID",
				  "trace( ) may not be applied to a void "
				  "expression");
	if (has_no_bytes(node->call.args->type))
		return diag_error(c->diags, node->loc, "D_TRACE_DYN",
				  "trace( ) may not be applied to \"%s\", "
				  "which has no size",
				  type_text(c->arena, node->call.args->type));
	return 0;
}

typedef int action_rules(struct checker *c, struct node *node);

/* Actions with rules beyond their prototypes. */
static action_rules *const own_rules[ACT_CNT] = {
	[ACT_clear] = check_agg_action,
	[ACT_denormalize] = check_agg_action,
	[ACT_freopen] = check_command,
	[ACT_normalize] = check_agg_action,
	[ACT_print] = check_print,
	[ACT_printa] = check_printa,
	[ACT_printf] = check_printf,
	[ACT_system] = check_command,
	[ACT_trace] = check_trace,
	[ACT_tracemem] = check_tracemem,
	[ACT_trunc] = check_agg_action,
};

static int check_value_stmt(struct checker *c, struct node *call)
{
	const struct function *trace = function_find("trace");
	struct node *value = check_call(c, call), *next = call->next;

	if (!value)
		return -EINVAL;
	if (value != call) { /* defined in D */
		*call = *value;
		call->next = next;
		return 0;
	}
	if (!is_address_type(call->type))
		return 0;
	value = arena_new(c->arena, struct node);
	*value = *call;
	value->next = NULL;
	call->depth++;
	call->call.name = trace->name;
	call->call.ident = function_ident(c, trace, call->loc);
	call->call.args = value;
	call->call.arg_cnt = 1;
	call->type = call->call.ident->type;
	return 0;
}

int check_action(struct checker *c, struct node *node)
{
	const struct function *function = function_find(node->call.name);
	action_rules *rules;

	if (!function || function->kind != IDENT_ACTION)
		return check_value_stmt(c, node);
	if (function->row == ACT_print && node->call.arg_cnt == 1 &&
	    node->call.args->kind == NODE_AGG) {
		node->call.name = "printa";
		function = function_find(node->call.name);
	}
	node->call.ident = function_ident(c, function, node->loc);
	node->type = node->call.ident->type;
	rules = own_rules[function->row];
	return rules ? rules(c, node) : check_args(c, node, function);
}
