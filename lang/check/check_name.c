// SPDX-License-Identifier: BSD-2-Clause
/*
 * A name as an expression: what lookup/ finds for it. Enumerators are replaced
 * by their value, inlines by their body.
 */
#include <string.h>

#include "lang/check/checker.h"

/* The type of an enumerator; those of C headers can be larger than an int. */
static enum type_base enumerator_base(int64_t value)
{
	if (value < INT32_MIN || value > UINT32_MAX)
		return BASE_LONG;
	return value > INT32_MAX ? BASE_UINT : BASE_INT;
}

static struct node *program_name(struct checker *c, struct node *node,
				 struct ident *ident)
{
	if (ident->kind == IDENT_ENUMERATOR)
		return integer_node(c, node->loc, (uint64_t)ident->enum_value,
				    type_base(c->types,
					      enumerator_base(ident->enum_value)));
	if (ident->kind == IDENT_INLINE)
		return no_translation(c, check_inline(c, node, ident));
	return check_variable(c, node);
}

static bool find_enumerator(struct checker *c, const char *name,
			    const struct type **type, int64_t *value)
{
	struct type_source *source = c->types->source;

	return source && source->enumerator &&
	       !source->enumerator(source, c->types, name, type, value);
}

/*
 * _bit_NAME, in the built-in files: 1 << NAME, an enumerator of the kernel, or
 * 0 if this kernel does not have it.
 */
static struct node *kernel_bit(struct checker *c, const struct node *node)
{
	static const char prefix[] = "_bit_";
	const char *name = node->name.name;
	const struct type *type;
	int64_t shift;
	bool is_known;

	if (!is_built_in(node->loc) ||
	    strncmp(name, prefix, sizeof(prefix) - 1) != 0)
		return NULL;
	is_known = find_enumerator(c, name + sizeof(prefix) - 1, &type, &shift);
	return integer_node(c, node->loc, is_known ? UINT64_C(1) << shift : 0,
			    type_base(c->types, BASE_ULONG));
}

/*
 * An enumerator of the kernel. Once it is used, nothing else in the program may
 * have its name: a variable that a later clause assigns would change its
 * meaning.
 */
static struct node *kernel_enumerator(struct checker *c,
				      const struct node *node)
{
	const struct type *type;
	int64_t value;

	if (!find_enumerator(c, node->name.name, &type, &value))
		return NULL;
	*map_put_str(&c->enumerators, node->name.name) = c;
	return integer_node(c, node->loc, (uint64_t)value, type);
}

static struct node *undefined(struct checker *c, const struct node *node)
{
	const char *name = node->name.name;
	struct node *enumerator;

	if (name_is_never(name))
		return check_never(c, node->loc, name);
	if (strcmp(name, "args") == 0)
		diag_error(c->diags, node->loc, "D_IDENT_BADREF",
			   "args is an array and needs an index");
	else if (name_is_function(name))
		diag_error(c->diags, node->loc, "D_IDENT_BADREF",
			   "%s is a function and may not be used as a "
			   "variable", name);
	else if ((enumerator = kernel_bit(c, node)) ||
		 (enumerator = kernel_enumerator(c, node)))
		return enumerator;
	else
		report_undefined(c, node);
	return NULL;
}

struct node *check_name(struct checker *c, struct node *node)
{
	const char *name = node->name.name;
	struct node *constant;
	struct ident *ident;
	int row;

	if (node->name.scope != IDENT_GLOBAL)
		return check_variable(c, node);
	ident = scope_find(c, name);
	if (ident && ident->seq <= c->clause_id)
		return program_name(c, node, ident);
	if (strcmp(name, "NULL") == 0)
		return integer_node(c, node->loc, 0,
				    type_base(c->types, BASE_INT));
	row = name_is_taken(c, name) ? -1 : builtin_row(name);
	if (row < 0 && (constant = check_constant_name(c, node)) != NULL)
		return constant;
	if (row < 0)
		return undefined(c, node);
	node->name.ident = builtin_ident(c, name, row, node->loc);
	node->type = node->name.ident->type;
	node->space = type_is_string(node->type) ? SPACE_SCRATCH :
						   SPACE_KERNEL;
	return node;
}
