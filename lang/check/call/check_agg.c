// SPDX-License-Identifier: BSD-2-Clause
/*
 * Statements that store into an aggregation:
 *
 *	@name[keys] = function(arguments)
 *
 * The first one in the text fixes the function, its parameters and the types
 * of the keys; the keys of all others are converted to those types.
 */
#include <errno.h>
#include <string.h>

#include "lang/check/checker.h"

/* The aggregation that @node names, created at its first use. */
static struct ident *agg_ident(struct checker *c, const struct node *node)
{
	const char *name = arena_printf(c->arena, "@%s", node->agg.name);
	struct ident **slot =
		(struct ident **)map_put_str(&c->program->scope, name);
	struct ident *ident = *slot;

	if (!ident) {
		ident = *slot = arena_new(c->arena, struct ident);
		ident->kind = IDENT_AGG;
		ident->name = node->agg.name;
		ident->scope_name = name;
		ident->is_implied = true;
		ident->loc = node->loc;
		ident->agg_func = AGG_CNT;
		ident->type = type_base(c->types, BASE_DYN);
		ident->id = (unsigned int)c->program->aggs.cnt;
		vec_push(&c->program->aggs, ident);
	}
	return ident;
}

static bool is_key_type(const struct type *type)
{
	enum type_kind kind = type_resolve(type)->kind;

	return type_is_scalar(type) || kind == TYPE_STRING ||
	       is_address_type(type);
}

/*
 * The name of a key for formats in which keys have names: the variable, member
 * or argument that it is computed from; else the function, else "".
 */
static const char *key_name(const struct node *key)
{
	for (;;) {
		if (key->kind == NODE_NAME)
			return key->name.name;
		if (key->kind == NODE_MEMBER)
			return key->member.name;
		if (key->kind == NODE_CALL && !key->call.args)
			return key->call.name;
		if (key->kind == NODE_CALL)
			key = key->call.args;
		else if (key->kind == NODE_INDEX)
			key = key->index.base;
		else if (key->kind == NODE_CAST)
			key = key->cast.operand;
		else
			return "";
	}
}

/* A key with a stack or a symbol is shown like the first value of that key. */
static int check_address_key(struct checker *c, struct ident *ident, size_t i,
			     const struct node *key)
{
	unsigned int row;

	if (!find_address_row(key, &row))
		return 0;
	if (ident->key_addr_rows[i] == SUBR_CNT)
		ident->key_addr_rows[i] = row;
	if (ident->key_addr_rows[i] == row)
		return 0;
	return diag_error(c->diags, key->loc, "D_PROTO_ARG",
			  "@%s[ ] key #%zu holds values of another function, "
			  "which are shown in another way; use two "
			  "aggregations", ident->name, i + 1);
}

/* Converts the keys of a use to these types. */
static int convert_keys(struct checker *c, struct node *node,
			struct ident *ident)
{
	struct node **slot = &node->agg.keys;

	if (node->agg.key_cnt != ident->key_cnt)
		return diag_error(c->diags, node->loc, "D_PROTO_LEN",
				  "@%s[ ] prototype mismatch: %zu key%s "
				  "passed, %zu expected",
				  ident->name, node->agg.key_cnt,
				  node->agg.key_cnt == 1 ? "" : "s",
				  ident->key_cnt);
	for (size_t i = 0; *slot; i++, slot = &(*slot)->next) {
		struct node *key = *slot, *next = key->next;

		if (!is_compatible(ident->key_types[i], key->type))
			return diag_error(
				c->diags, key->loc, "D_PROTO_ARG",
				"@%s[ ] key #%zu is incompatible with "
				"prototype:\n\tprototype: %s\n\t argument: %s",
				ident->name, i + 1,
				type_text(c->arena, ident->key_types[i]),
				type_text(c->arena, key->type));
		if (check_address_key(c, ident, i, key) < 0)
			return -EINVAL;
		key->next = NULL;
		width_note_key(c, ident, i, key);
		key = type_is_string(ident->key_types[i]) ?
			convert_to_string(c, key) :
			convert(c, key, ident->key_types[i]);
		if (!key)
			return -EINVAL;
		key->next = next;
		*slot = key;
	}
	return 0;
}

/* The first use of an aggregation fixes the types of its keys. */
static int set_keys(struct checker *c, struct ident *ident,
		    struct node *node)
{
	size_t i = 0;

	ident->is_assoc = node->agg.key_cnt > 0;
	ident->key_cnt = node->agg.key_cnt;
	ident->key_types =
		arena_new_array(c->arena, const struct type *, ident->key_cnt);
	ident->key_names =
		arena_new_array(c->arena, const char *, ident->key_cnt);
	ident->key_addr_rows =
		arena_new_array(c->arena, unsigned int, ident->key_cnt);
	for (const struct node *key = node->agg.keys; key; key = key->next) {
		ident->key_names[i] = key_name(key);
		ident->key_addr_rows[i] = SUBR_CNT;
		ident->key_types[i] =
			width_of_key(c, ident->scope_name, i, key->type);
		i++;
	}
	return convert_keys(c, node, ident);
}

static int check_key(struct checker *c, const struct node *node,
		     const struct node *key, size_t number)
{
	if (is_key_type(key->type))
		return 0;
	return diag_error(c->diags, key->loc, "D_PROTO_ARG",
			  "@%s[ ] key #%zu may not be of type \"%s\"",
			  node->agg.name, number,
			  type_text(c->arena, key->type));
}

static void refuse_function(struct checker *c, const struct node *call,
			    const struct function *function)
{
	const char *name = call->call.name;
	struct nearest nearest;

	nearest_init(&nearest, name);
	functions_offer(&nearest, IDENT_AGGFUNC);
	other_tools_offer(&nearest);
	if (function)
		diag_error(c->diags, call->loc, "D_AGG_FUNC",
			   "%s is not an aggregating function", name);
	else
		diag_error(c->diags, call->loc, "D_FUNC_UNDEF",
			   "undefined aggregating function: %s%s", name,
			   nearest_text(&nearest, c->arena, ""));
}

static const struct function *agg_function(struct checker *c,
					   const struct node *call)
{
	const struct function *function = function_find(call->call.name);

	if (function && function->kind == IDENT_AGGFUNC)
		return function;
	if (!function && name_is_never(call->call.name))
		check_never(c, call->loc, call->call.name);
	else if (*call->call.name)
		refuse_function(c, call, function);
	return NULL;
}

static int check_agg_args(struct checker *c, struct node *call,
			  const struct function *function)
{
	size_t cnt = call->call.arg_cnt;

	if (check_arg_count(c, call, function) < 0 ||
	    check_list(c, &call->call.args) < 0)
		return -EINVAL;
	if (cnt && !type_is_scalar(call->call.args->type))
		return diag_error(c->diags, call->call.args->loc,
				  "D_AGG_SCALAR",
				  "%s( ) argument #1 must be of scalar type",
				  function->name);
	return 0;
}

static int check_agg_func(struct checker *c, struct node *call,
			  const struct function *function, int64_t *params)
{
	if (check_agg_args(c, call, function) < 0 ||
	    check_bucket_params(c, call, (enum agg_func)function->row, params) <
		    0 ||
	    convert_args(c, call, function) < 0)
		return -EINVAL;
	call->call.ident = function_ident(c, function, call->loc);
	call->type = call->call.ident->type;
	return 0;
}

/* The first use fixes function, parameters and keys; all others have them. */
static int compare_use(struct checker *c, const struct node *node,
		       const struct ident *ident,
		       const struct function *function, const int64_t *params)
{
	if (ident->agg_func != function->row)
		return diag_error(
			c->diags, node->loc, "D_AGG_REDEF",
			"aggregation redefined: @%s\n\t current: "
			"@%s = %s( )\n\tprevious: @%s = %s( ) : "
			"line %u",
			ident->name, ident->name, function->name, ident->name,
			agg_func_name(ident->agg_func),
			src_pos(ident->loc.src, ident->loc.begin).line);
	return compare_bucket_params(c, node->agg_stmt.call, ident, params);
}

static int check_stmt(struct checker *c, struct node *node)
{
	struct node *agg = node->agg_stmt.agg, *call = node->agg_stmt.call;
	const struct function *function = agg_function(c, call);
	int64_t params[AGG_PARAM_MAX] = { 0 };
	struct ident *ident;
	size_t number = 0;

	if (!function || check_agg_func(c, call, function, params) < 0 ||
	    check_are_values(c, agg->agg.keys, "D_PROTO_ARG",
			     arena_printf(c->arena, "@%s[ ] key",
					  agg->agg.name)) < 0 ||
	    check_list(c, &agg->agg.keys) < 0)
		return -EINVAL;
	convert_texts(c, &agg->agg.keys);
	for (const struct node *key = agg->agg.keys; key; key = key->next)
		if (check_key(c, agg, key, ++number) < 0)
			return -EINVAL;
	ident = agg_ident(c, agg);
	agg->agg.ident = ident;
	agg->type = ident->type;
	if (ident->agg_func == AGG_CNT) {
		ident->agg_func = (enum agg_func)function->row;
		memcpy(ident->agg_params, params, sizeof(params));
		return set_keys(c, ident, agg);
	}
	if (compare_use(c, node, ident, function, params) < 0)
		return -EINVAL;
	return convert_keys(c, agg, ident);
}

int check_agg_stmt(struct checker *c, struct node *node)
{
	int err = check_stmt(c, node);

	if (err)
		mistake_note(c, arena_printf(c->arena, "@%s",
					     node->agg_stmt.agg->agg.name));
	return err;
}
