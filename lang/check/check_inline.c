// SPDX-License-Identifier: BSD-2-Clause
/*
 * Uses of inlines: each is replaced by a copy of the body, which is checked
 * where it is used and converted to the inline's type.
 *
 *	inline int sq[int k] = k * k;	sq[pid] -> (int)(pid * pid)
 *					sq[i++] -> (h = i++, (int)(h * h))
 *
 * The definition itself is also checked, once, so that a mistake in it is
 * reported once, where it is.
 */
#include <errno.h>
#include <string.h>

#include "base/vec.h"
#include "lang/check/check.h"
#include "lang/check/checker.h"
#include "lang/check/copy_tree.h"
#include "lang/library_lookup.h"
#include "lang/walk.h"

enum {
	EXPAND_NODE_MAX = 50000, /* nodes made in one clause */
	EXPAND_DEPTH_MAX = 600,	 /* nesting of bodies */
};

void expand_reset(struct checker *c)
{
	c->expanded_cnt = 0;
	c->is_expansion_reported = false;
}

struct node *expand(struct checker *c, struct loc loc, const struct node *body,
		    const struct copy_param *params, size_t param_cnt)
{
	struct copy_env env = {
		.arena = c->arena,
		.params = params,
		.param_cnt = param_cnt,
		.left = EXPAND_NODE_MAX - c->expanded_cnt,
	};
	struct node *copy = node_copy(&env, body);

	c->expanded_cnt = EXPAND_NODE_MAX - env.left;
	if (env.left && c->expand_depth + body->depth < EXPAND_DEPTH_MAX) {
		c->expand_depth += body->depth;
		copy = check_translated(c, copy);
		c->expand_depth -= body->depth;
		return copy;
	}
	if (!c->is_expansion_reported)
		diag_error(c->diags, loc, "D_ID_OFLOW",
			   "the inlines and translators used here expand to "
			   "too much code");
	c->is_expansion_reported = true;
	return NULL;
}

struct node *as_type(struct checker *c, struct node *node,
		     const struct type *to)
{
	const struct type *type = type_resolve(to);

	if (node->kind == NODE_XLATE)
		return type_is_same(node->type, to) ? node : NULL;
	if (type_is_string(type))
		return type_is_stringlike(node->type) ?
			       convert_to_string(c, node) : NULL;
	if (type->kind == TYPE_ARRAY && type_is_stringlike(type))
		return type_is_stringlike(node->type) ? node : NULL;
	if (!type_is_scalar(type))
		return type_is_same(node->type, to) ? node : NULL;
	node = decay(c, node);
	return type_is_scalar(node->type) ? convert(c, node, to) : NULL;
}

/* -------------------------------------------------------------- parameters */

/* Is @outer of type @inner, or is its first member? */
static bool begins_with(const struct type *outer, const struct type *inner)
{
	for (;;) {
		outer = type_resolve(outer);
		if (type_is_same(outer, inner))
			return true;
		if (outer->kind != TYPE_STRUCT || !outer->member_cnt)
			return false;
		outer = outer->members[0].type;
	}
}

/* Do both point to structures of different types? */
static bool is_other_struct(const struct type *from, const struct type *to)
{
	from = type_resolve(from);
	to = type_resolve(to);
	return from->kind == TYPE_POINTER && to->kind == TYPE_POINTER &&
		type_resolve(from->target)->kind == TYPE_STRUCT &&
		type_resolve(to->target)->kind == TYPE_STRUCT &&
		!begins_with(from->target, to->target);
}

struct use_search {
	const char *name;
	size_t cnt;
};

static void count_use(const struct node *node, void *arg)
{
	struct use_search *search = arg;

	if (node->kind == NODE_NAME && node->name.scope == IDENT_GLOBAL &&
	    strcmp(node->name.name, search->name) == 0)
		search->cnt++;
}

/*
 * An argument with effects is evaluated once, however often its parameter
 * stands in @body; a call is one, if it would be evaluated again.
 */
static bool needs_variable(const struct node *value, const struct node *body,
			   const char *name)
{
	struct use_search search = { .name = name };

	if (value->kind == NODE_XLATE || is_address_type(value->type))
		return false;
	if (node_has_effect(value, false))
		return true;
	if (!node_has_effect(value, true))
		return false;
	node_walk(body, count_use, &search);
	return search.cnt > 1;
}

/* Evaluates arguments with effects first, in *@done. Returns 0 or -EINVAL. */
static int store_params(struct checker *c, const struct ident *ident,
			struct copy_param *params, struct node **done)
{
	for (size_t i = 0; i < ident->key_cnt; i++) {
		struct node *value = (struct node *)params[i].value;

		if (!params[i].name ||
		    !needs_variable(value, ident->inline_body, params[i].name))
			continue;
		if (store_once(c, arena_printf(c->arena, "argument %zu", i),
			       &value, done) < 0)
			return -EINVAL;
		params[i].value = value;
	}
	return 0;
}

/* The values of @ident's parameters from the keys of a use. */
static int bind_params(struct checker *c, const struct node *node,
		       const struct ident *ident, struct copy_param *params)
{
	/* a function of the library requires its declared type */
	bool is_function = node->index.is_call;
	const char *form = is_function ? "( )" : "[ ]";
	struct node *next = NULL;
	size_t i = 0;

	if (node->index.key_cnt != ident->key_cnt)
		return diag_error(c->diags, node->loc, "D_PROTO_LEN",
				  "%s%s prototype mismatch: %zu arg%s passed, "
				  "%zu expected", ident->name, form,
				  node->index.key_cnt,
				  node->index.key_cnt == 1 ? "" : "s",
				  ident->key_cnt);
	for (struct node *key = node->index.keys; key; key = next, i++) {
		const struct type *to = ident->key_types[i];
		struct node *value;

		next = key->next;
		key->next = NULL;
		value = check_translated(c, key);
		key->next = next;
		if (!value)
			return -EINVAL;
		params[i].name = ident->param_names[i];
		params[i].value =
			is_function && is_other_struct(value->type, to) ?
				NULL : as_type(c, value, to);
		if (!params[i].value)
			return diag_error(
				c->diags, key->loc, "D_PROTO_ARG",
				"%s%s argument #%zu is incompatible with "
				"prototype:\n\tprototype: %s\n\t argument: %s",
				ident->name, form, i + 1, type_text(c->arena, to),
				type_text(c->arena, value->type));
	}
	return 0;
}

struct node *param_node(struct checker *c, struct loc loc, const char *name,
			const struct type *type)
{
	struct node *node = arena_new(c->arena, struct node);

	node->kind = NODE_NAME;
	node->loc = loc;
	node->depth = 1;
	node->type = type;
	node->space = type_is_string(type) ? SPACE_SCRATCH : SPACE_KERNEL;
	node->name.name = name;
	node->name.ident = arena_new(c->arena, struct ident);
	node->name.ident->kind = IDENT_INLINE;
	node->name.ident->type = type;
	return node;
}

/* -------------------------------------------------------------------- uses */

static struct node *expand_inline(struct checker *c, struct loc loc,
				  struct ident *ident,
				  const struct copy_param *params)
{
	const struct type *type = type_resolve(ident->type);
	struct node *value, *typed;

	if (ident->is_bad)
		return NULL;
	if (type->kind == TYPE_ENUM && type->is_incomplete &&
	    !library_completes(c->program, type, c->diags)) {
		report_incomplete(c, ident->loc, "D_DECL_INCOMPLETE", type);
		return NULL;
	}
	if (ident->is_expanding) {
		diag_error(c->diags, loc, "D_IDENT_BADREF",
			   "inline %s is defined in terms of itself", ident->name);
		return NULL;
	}
	ident->is_expanding = true;
	value = expand(c, loc, ident->inline_body, params, ident->key_cnt);
	ident->is_expanding = false;
	typed = value ? as_type(c, value, ident->type) : NULL;
	if (value && !typed)
		diag_error(c->diags, ident->loc, "D_OP_INCOMPAT",
			   "inline %s definition uses incompatible types: "
			   "\"%s\" = \"%s\"", ident->name,
			   type_text(c->arena, ident->type),
			   type_text(c->arena, value->type));
	if (typed)
		typed->loc = loc; /* a mismatch is an error of the use */
	return typed;
}

/* The copy of the body does not contain the name, so the clause records it. */
static void note_attr(struct checker *c, const struct node *node,
		      const struct ident *ident)
{
	struct attr_use *use;

	if (!ident->attr || !c->clause)
		return;
	use = arena_new(c->arena, struct attr_use);
	*use = (struct attr_use){ c->clause->attr_uses, ident, node->loc };
	c->clause->attr_uses = use;
}

struct node *check_inline(struct checker *c, const struct node *node,
			  struct ident *ident)
{
	struct node *value, *done = NULL;
	struct copy_param *params;

	note_attr(c, node, ident);
	if (node->kind == NODE_NAME && ident->is_assoc) {
		diag_error(c->diags, node->loc, "D_IDENT_BADREF",
			   "inline %s needs its arguments: %s[ ]",
			   ident->name, ident->name);
		return NULL;
	}
	if (node->kind == NODE_NAME)
		return expand_inline(c, node->loc, ident, NULL);
	params = arena_new_array(c->arena, struct copy_param, ident->key_cnt);
	if (bind_params(c, node, ident, params) < 0 ||
	    store_params(c, ident, params, &done) < 0)
		return NULL;
	value = expand_inline(c, node->loc, ident, params);
	return value && done ? value_after(c, done, value) : value;
}

struct ident *inline_of(struct checker *c, const struct node *node)
{
	const struct node *name =
		node->kind == NODE_INDEX ? node->index.base : node;
	struct ident *ident;

	if (name->kind != NODE_NAME || name->name.scope != IDENT_GLOBAL)
		return NULL;
	ident = scope_find(c, name->name.name);
	if (!ident || ident->kind != IDENT_INLINE ||
	    ident->seq > c->clause_id)
		return NULL;
	return node->kind == NODE_NAME || ident->is_assoc ? ident : NULL;
}

/* -------------------------------------------------------------- definitions */

struct seeking_args {
	const struct map *scope; /* of the program */
	struct map seen; /* inlines */
	VEC(const struct node *) left; /* bodies of inlines, to be walked */
	bool is_found;
};

static void seek_args(const struct node *node, void *arg)
{
	struct seeking_args *seeking = arg;
	const struct ident *ident;
	void **seen;

	if (seeking->is_found || node->kind != NODE_NAME ||
	    node->name.scope != IDENT_GLOBAL)
		return;
	seeking->is_found = !strcmp(node->name.name, "args");
	ident = map_get_str(seeking->scope, node->name.name);
	if (!ident || ident->kind != IDENT_INLINE || !ident->inline_body ||
	    ident->args_use == ARGS_UNUSED)
		return;
	if (ident->args_use == ARGS_USED) {
		seeking->is_found = true;
		return;
	}
	seen = map_put_str(&seeking->seen, node->name.name);
	if (*seen)
		return;
	*seen = seeking;
	/* not by recursion: a chain of inlines may have any length */
	vec_push(&seeking->left, ident->inline_body);
}

bool node_uses_args(const struct program *program, const struct node *node)
{
	struct seeking_args seeking = { .scope = &program->scope };

	node_walk(node, seek_args, &seeking);
	while (seeking.left.cnt && !seeking.is_found)
		node_walk(seeking.left.v[--seeking.left.cnt], seek_args,
			  &seeking);
	vec_deinit(&seeking.left);
	map_deinit(&seeking.seen);
	return seeking.is_found;
}

bool clause_uses_args(const struct program *program,
		      const struct clause *clause)
{
	return node_uses_args(program, clause->predicate) ||
		node_uses_args(program, clause->stmts);
}

static void check_definition(struct checker *c, struct ident *ident)
{
	struct copy_param *params = arena_new_array(
		c->arena, struct copy_param, ident->key_cnt + 1);

	for (size_t i = 0; i < ident->key_cnt; i++) {
		params[i].name = ident->param_names[i];
		params[i].value = param_node(c, ident->loc,
					     ident->param_names[i],
					     ident->key_types[i]);
	}
	if (!expand_inline(c, ident->loc, ident, params))
		ident->is_bad = true;
}

/* The built-in files are read when they are needed, and known to be right. */
bool is_built_in(struct loc loc)
{
	return loc.src && loc.src->kind == SRC_LIBRARY;
}

void check_inlines(struct checker *c)
{
	const struct map *scope = &c->program->scope;

	/* checking can create identifiers of functions, so the map may grow */
	for (size_t i = 0, cnt = scope->cnt; i < cnt; i++) {
		struct ident *ident = scope->entries[i].value;

		if (!ident || ident->kind != IDENT_INLINE ||
		    is_built_in(ident->loc) || ident->is_bad)
			continue;
		ident->args_use =
			node_uses_args(c->program, ident->inline_body) ?
				ARGS_USED : ARGS_UNUSED;
		if (ident->args_use == ARGS_USED)
			continue;
		c->clause_id = ident->seq;
		expand_reset(c);
		check_definition(c, ident);
	}
}
