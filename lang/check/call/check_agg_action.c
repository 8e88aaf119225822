// SPDX-License-Identifier: BSD-2-Clause
/*
 * Actions on a whole aggregation, which the consumer performs:
 *
 *	clear(@a)  denormalize(@a)  normalize(@a, number)  trunc(@a, [number])
 *
 * The number goes into the record, so it may be any expression.
 */
#include <errno.h>

#include "lang/check/checker.h"

struct agg_action {
	size_t arg_min, arg_max;
	const char *proto_tag, *arg_tag, *bad_tag;
	const char *scalar_tag; /* of the number */
};

static struct agg_action action_rules(enum action_kind action)
{
	struct agg_action rules = {
		.arg_min = 1,
		.arg_max = 1,
		.proto_tag = "D_NORMALIZE_PROTO",
		.arg_tag = "D_NORMALIZE_AGGARG",
		.bad_tag = "D_NORMALIZE_AGGBAD",
		.scalar_tag = "D_PROTO_ARG",
	};

	if (action == ACT_normalize)
		rules.arg_min = rules.arg_max = 2;
	if (action == ACT_clear) {
		rules.proto_tag = "D_CLEAR_PROTO";
		rules.arg_tag = "D_CLEAR_AGGARG";
		rules.bad_tag = "D_CLEAR_AGGBAD";
	}
	if (action == ACT_trunc)
		rules = (struct agg_action){
			.arg_min = 1,
			.arg_max = 2,
			.proto_tag = "D_TRUNC_PROTO",
			.arg_tag = "D_TRUNC_AGGARG",
			.bad_tag = "D_TRUNC_AGGBAD",
			.scalar_tag = "D_TRUNC_SCALAR",
		};
	return rules;
}

static int check_whole_agg(struct checker *c, const struct node *call,
			   struct node *arg, const struct agg_action *rules)
{
	struct ident *ident;

	if (arg->kind != NODE_AGG)
		return diag_error(c->diags, arg->loc, rules->arg_tag,
				  "%s( ) argument #1 is incompatible with "
				  "prototype:\n\tprototype: aggregation",
				  call->call.name);
	if (arg->agg.keys)
		return diag_error(c->diags, arg->loc, rules->arg_tag,
				  "%s( ) argument #1 may not have keys",
				  call->call.name);
	ident = map_get_str(&c->program->scope,
			    arena_printf(c->arena, "@%s", arg->agg.name));
	if (!ident)
		return report_undefined_agg(c, arg, rules->bad_tag);
	ident->agg_is_truncated |= call->call.ident->row == ACT_trunc &&
				   clause_fires_while_tracing(c->clause);
	arg->agg.ident = ident;
	arg->type = ident->type;
	return 0;
}

/* Any 64-bit integer; a constant 0 is refused for normalize(). */
static int check_number(struct checker *c, struct node *call,
			const struct agg_action *rules)
{
	bool is_normal = call->call.ident->row == ACT_normalize;
	struct node *number = call->call.args->next;

	if (!number)
		return 0;
	if (check_list(c, &call->call.args->next) < 0)
		return -EINVAL;
	number = call->call.args->next;
	if (!type_is_scalar(number->type))
		return diag_error(c->diags, number->loc, rules->scalar_tag,
				  "%s( ) argument #2 must be of scalar type",
				  call->call.name);
	if (is_normal && number->kind == NODE_INT && !number->integer.value)
		return diag_error(c->diags, number->loc, "D_DIV_ZERO",
				  "normalize( ) by zero");
	number = convert(c, number, type_base(c->types, BASE_LONG));
	call->call.args->next = number;
	return number ? 0 : -EINVAL;
}

int check_agg_action(struct checker *c, struct node *node)
{
	struct agg_action rules =
		action_rules((enum action_kind)node->call.ident->row);
	size_t cnt = node->call.arg_cnt;

	if (cnt < rules.arg_min || cnt > rules.arg_max)
		return diag_error(c->diags, node->loc, rules.proto_tag,
				  "%s( ) prototype mismatch: %zu arg%s passed, "
				  "%s%zu expected",
				  node->call.name, cnt, cnt == 1 ? "" : "s",
				  rules.arg_min == rules.arg_max ? "" :
					  cnt			 ? "at most " :
								   "at least ",
				  cnt ? rules.arg_max : rules.arg_min);
	if (check_whole_agg(c, node, node->call.args, &rules) < 0)
		return -EINVAL;
	return check_number(c, node, &rules);
}
