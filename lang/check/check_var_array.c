// SPDX-License-Identifier: BSD-2-Clause
/*
 * Elements of arrays that are variables:
 *
 *	int a[10];   a[i]	scalar array: an integer index, in its bounds
 *	b[pid, "x"]		associative array: a tuple of keys, whose
 *				number and types the first use fixes
 *
 * An element of a scalar array of arrays is such an array again: c[1][2].
 */
#include <errno.h>

#include "lang/check/checker.h"
#include "lang/place.h"

static const struct node *root(const struct node *node)
{
	while (node->kind == NODE_INDEX)
		node = node->index.base;
	return node;
}

static bool is_variable_array(const struct ident *ident)
{
	return ident->is_assoc || type_resolve(ident->type)->kind == TYPE_ARRAY;
}

bool is_element(struct checker *c, const struct node *node)
{
	const struct node *name = root(node);
	const struct ident *ident;

	if (name->kind != NODE_NAME || name->name.scope == IDENT_SYMBOL)
		return false;
	ident = variable_find(c, name);
	if (!ident)
		return name->name.scope != IDENT_GLOBAL ||
		       !name_is_builtin(name->name.name);
	return (ident->kind == IDENT_GLOBAL || ident->kind == IDENT_SELF ||
		ident->kind == IDENT_THIS) &&
	       (is_variable_array(ident) || type_is_integer(ident->type) ||
		node->index.base != name);
}

/* ------------------------------------------------------ associative arrays */

static bool is_struct(const struct type *type)
{
	type = type_resolve(type);
	return (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) &&
	       !type->is_incomplete && type->size_bytes;
}

/* Structs and unions are compared by their bytes. */
static bool is_key_type(const struct type *type)
{
	return type_is_scalar(type) || type_is_string(type) ||
	       is_address_type(type) || is_struct(type);
}

static int check_keys(struct checker *c, struct node *node)
{
	const char *name = variable_text(c, node->index.base);
	size_t number = 0;

	if (check_are_values(c, node->index.keys, "D_PROTO_ARG",
			     arena_printf(c->arena, "%s[ ] key", name)) < 0 ||
	    check_list(c, &node->index.keys) < 0)
		return -EINVAL;
	convert_texts(c, &node->index.keys);
	for (const struct node *key = node->index.keys; key; key = key->next) {
		number++;
		if (!is_key_type(key->type))
			return diag_error(c->diags, key->loc, "D_PROTO_ARG",
					  "%s[ ] key #%zu may not be of type "
					  "\"%s\"", name, number,
					  type_text(c->arena, key->type));
	}
	return 0;
}

static struct node *convert_key(struct checker *c, struct node *key,
				const struct type *to)
{
	if (type_is_string(to))
		return type_is_stringlike(key->type) ?
		       convert_to_string(c, key) : NULL;
	if (is_struct(to))
		return type_is_same(to, key->type) ? key : NULL;
	return is_compatible(to, key->type) ? convert(c, key, to) : NULL;
}

static struct node *bad_key(struct checker *c, const struct node *node,
			    const struct node *key, size_t idx,
			    const struct type *type)
{
	diag_error(c->diags, key->loc, "D_PROTO_ARG",
		   "%s[ ] key #%zu is incompatible with prototype:\n"
		   "\tprototype: %s\n\t argument: %s",
		   variable_text(c, node->index.base), idx + 1,
		   type_text(c->arena, type), type_text(c->arena, key->type));
	return NULL;
}

static struct node *check_assoc(struct checker *c, struct node *node,
				struct ident *ident)
{
	struct node **slot = &node->index.keys;

	if (check_keys(c, node) < 0)
		return NULL;
	if (node->index.key_cnt != ident->key_cnt) {
		diag_error(c->diags, node->loc, "D_PROTO_LEN",
			   "%s[ ] prototype mismatch: %zu key%s passed, %zu "
			   "expected", variable_text(c, node->index.base),
			   node->index.key_cnt,
			   node->index.key_cnt == 1 ? "" : "s",
			   ident->key_cnt);
		return NULL;
	}
	for (size_t i = 0; *slot; i++, slot = &(*slot)->next) {
		struct node *key = *slot, *next = key->next;
		int errors = c->diags->error_cnt;

		key->next = NULL;
		width_note_key(c, ident, i, key);
		*slot = convert_key(c, key, ident->key_types[i]);
		if (!*slot) {
			*slot = key; /* the list must not be changed */
			key->next = next;
			return c->diags->error_cnt > errors ? NULL :
			       bad_key(c, node, key, i, ident->key_types[i]);
		}
		(*slot)->next = next;
	}
	node->type = ident->type;
	return node;
}

/* ------------------------------------------------------------ scalar arrays */

static struct node *check_scalar_array(struct checker *c, struct node *node,
				       const struct type *array,
				       const char *name)
{
	struct node *index;

	if (node->index.key_cnt != 1) {
		diag_error(c->diags, node->loc, "D_ARR_BADREF",
			   "%s is not an associative array: %zu keys used as "
			   "its index", name, node->index.key_cnt);
		return NULL;
	}
	if (check_list(c, &node->index.keys) < 0)
		return NULL;
	index = node->index.keys;
	if (!type_is_integer(index->type)) {
		diag_error(c->diags, index->loc, "D_OP_INT",
			   "index of array %s must be an integer", name);
		return NULL;
	}
	index = convert(c, index, type_base(c->types, BASE_LONG));
	if (index->kind == NODE_INT &&
	    index->integer.value >= array->elem_cnt) {
		diag_error(c->diags, index->loc, "D_ARR_BOUNDS",
			   "index %lld is out of the bounds of array %s[%llu]",
			   (long long)index->integer.value, name,
			   (unsigned long long)array->elem_cnt);
		return NULL;
	}
	node->index.keys = index;
	node->type = array->target;
	return node;
}

/* ------------------------------------------------------------------ elements */

static struct node *check_name_element(struct checker *c, struct node *node)
{
	struct node *name = node->index.base;
	const char *text = variable_text(c, name);
	struct ident *ident = variable_find(c, name);

	if (!ident) {
		report_undefined(c, name);
		return NULL;
	}
	name->name.ident = ident;
	name->type = ident->type;
	if (ident->is_assoc)
		return check_assoc(c, node, ident);
	if (type_resolve(ident->type)->kind == TYPE_ARRAY)
		return check_scalar_array(c, node, type_resolve(ident->type),
					  text);
	if (node->index.key_cnt > 1)
		diag_error(c->diags, node->loc, "D_ARR_BADREF",
			   "%s is not an array: %zu keys used as its index", text,
			   node->index.key_cnt);
	else
		diag_error(c->diags, node->loc, "D_DEREF_NONPTR",
			   "cannot dereference non-pointer type");
	return NULL;
}

static enum addr_space element_space(const struct node *node)
{
	if (node_is_place(node))
		return node->space;
	if (type_is_string(node->type))
		return SPACE_SCRATCH;
	return variable_space(root(node)->name.ident);
}

struct node *check_element(struct checker *c, struct node *node)
{
	struct node *base = node->index.base;

	if (base->kind == NODE_NAME) {
		node = check_name_element(c, node);
	} else {
		base = check_expr(c, base);
		if (!base)
			return NULL;
		if (type_resolve(base->type)->kind != TYPE_ARRAY ||
		    node_is_place(base))
			return check_memory_index(c, node, base);
		node->index.base = base;
		node = check_scalar_array(c, node, type_resolve(base->type),
					  root(base)->name.name);
	}
	if (node)
		node->space = element_space(node);
	return node;
}

int element_declare(struct checker *c, struct node *node,
		    const struct type *type)
{
	struct node *name = node->index.base;
	struct ident *ident;
	size_t i = 0;

	if (name->kind != NODE_NAME || variable_find(c, name))
		return 0;
	if (name->name.scope == IDENT_THIS)
		return diag_error(c->diags, node->loc, "D_ARR_LOCAL",
				  "%s can't be an associative array: those "
				  "can't be local to a clause",
				  variable_text(c, name));
	if (check_keys(c, node) < 0)
		return -EINVAL;
	ident = variable_make(c, name, type);
	if (!ident)
		return 0; /* declared later in the text: its use is reported */
	ident->is_assoc = true;
	ident->key_types = arena_new_array(c->arena, const struct type *,
					   node->index.key_cnt);
	ident->key_cnt = node->index.key_cnt;
	for (const struct node *key = node->index.keys; key; key = key->next) {
		ident->key_types[i] = width_of_key(c, ident->scope_name, i,
						   key->type->bare);
		i++;
	}
	return 0;
}
