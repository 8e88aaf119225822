// SPDX-License-Identifier: BSD-2-Clause
/*
 * printf() and printa(): conversions against arguments, keys and values. The
 * format is parsed by lang/format.c, which the consumer also uses for output.
 *
 *	printf("%s %d\n", execname, pid)      one argument each, in order
 *	printa("%d %@d %@d\n", @a, @b)        keys in order, then values
 */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "lang/check/checker.h"
#include "lang/format.h"

/* Parses the format constant of @call into @ret; 0 or -EINVAL. */
static int parse_format(struct checker *c, const struct node *call,
			struct fmt *ret)
{
	const struct node *format = call->call.args;
	const char *error = NULL;

	if (!format)
		return diag_error(c->diags, call->loc, "D_PROTO_LEN",
				  "%s( ) prototype mismatch: 0 args passed, at "
				  "least 1 expected", call->call.name);
	if (format->kind != NODE_STRING)
		return diag_error(c->diags, format->loc, "D_PROTO_ARG",
				  "%s( ) argument #1 is incompatible with "
				  "prototype:\n\tprototype: string constant",
				  call->call.name);
	if (!format->string.len && strcmp(call->call.name, "freopen"))
		return diag_error(c->diags, format->loc, "D_PRINTF_FMT_EMPTY",
				  "%s( ) format string is empty",
				  call->call.name);
	if (fmt_parse(c->arena, format->string.bytes, format->string.len, ret,
		      &error) < 0)
		return diag_error(c->diags, format->loc, "D_SYNTAX",
				  "%s( ) %s", call->call.name, error);
	return 0;
}

/* "%-5d" as written. */
static const char *conv_text(struct checker *c, const struct node *call,
			     const struct fmt_conv *conv)
{
	return arena_strndup(c->arena,
			     call->call.args->string.bytes + conv->begin,
			     conv->end - conv->begin);
}

/* Bytes that a length modifier demands, or 0. */
static uint64_t demanded_bytes(enum fmt_size size)
{
	switch (size) {
	case FMT_SIZE_HH:
		return 1;
	case FMT_SIZE_H:
		return 2;
	case FMT_SIZE_L:
	case FMT_SIZE_LL:
		return 8;
	case FMT_SIZE_NONE:
	case FMT_SIZE_LDOUBLE:
	case FMT_SIZE_WIDE:
		return 0;
	}
	return 0;
}

/* An array of wchar_t, which is an int. */
static bool is_wide_text(const struct type *type)
{
	return type->kind == TYPE_ARRAY && type_is_integer(type->target) &&
	       type_size_bytes(type->target) == 4;
}

/* Does a value of @type fit the conversion? *@proto_ret says what would fit. */
static bool conv_takes(const struct fmt_conv *conv, const struct type *type,
		       const char **proto_ret)
{
	static const char *const sized[] = {
		[FMT_SIZE_NONE] = "any integer", [FMT_SIZE_HH] = "char",
		[FMT_SIZE_H] = "short", [FMT_SIZE_L] = "long",
		[FMT_SIZE_LL] = "long long", [FMT_SIZE_LDOUBLE] = "long long",
		[FMT_SIZE_WIDE] = "any integer",
	};
	const struct type *resolved = type_resolve(type);
	uint64_t bytes = demanded_bytes(conv->size);
	enum type_kind kind = resolved->kind;

	switch (conv->class) {
	case FMT_CLASS_INT:
		*proto_ret = sized[conv->size];
		return type_is_scalar(type) &&
		       (!bytes || bytes == resolved->size_bytes);
	case FMT_CLASS_CHAR:
		*proto_ret = "char or int";
		return type_is_integer(type) && resolved->size_bytes <= 4;
	case FMT_CLASS_STRING:
		if (fmt_is_wide(conv)) {
			*proto_ret = "wchar_t [], which is int []";
			return is_wide_text(resolved);
		}
		*proto_ret = "char [] or string (or use stringof)";
		return kind == TYPE_STRING ||
		       (kind == TYPE_ARRAY && type_is_stringlike(type));
	case FMT_CLASS_ADDR:
		*proto_ret = "pointer or integer";
		return type_is_scalar(type);
	case FMT_CLASS_SYM:
		*proto_ret = "pointer or integer";
		return type_is_scalar(type) || kind == TYPE_SYMADDR;
	case FMT_CLASS_USYM:
		*proto_ret = "pointer or integer";
		return type_is_scalar(type) || kind == TYPE_USYMADDR;
	case FMT_CLASS_STACK:
		*proto_ret = "stack";
		return kind == TYPE_STACK;
	case FMT_CLASS_TIME:
		*proto_ret = "int64_t";
		return type_is_integer(type) && resolved->size_bytes == 8;
	case FMT_CLASS_FLOAT:
		*proto_ret = "float, double, or long double";
		return kind == TYPE_FLOAT && !resolved->is_int128;
	}
	return false;
}

/* ----------------------------------------------------------------- printf */

/* The arguments that a printf has left. */
struct arg_cursor {
	struct node **taken; /* the link to the next one */
	size_t number; /* of the last one taken; the format is 1 */
};

static const struct node *take_arg(struct arg_cursor *cursor)
{
	if ((*cursor->taken)->next) {
		cursor->taken = &(*cursor->taken)->next;
		cursor->number++;
		return *cursor->taken;
	}
	return NULL;
}

/*
 * Truncates a value to the width of the conversion if only the width is wrong,
 * and only because an undeclared variable was widened to 64 bits.
 */
static bool cut_arg(struct checker *c, const struct fmt_conv *conv,
		    struct arg_cursor *cursor)
{
	struct node *arg = *cursor->taken, *next = arg->next;
	const struct type *to;
	const char *proto;
	bool is_cut;

	arg->next = NULL;
	to = width_before(c, arg);
	is_cut = to && conv_takes(conv, to, &proto);
	if (is_cut)
		arg = convert(c, arg, to);
	arg->next = next;
	*cursor->taken = arg;
	return is_cut;
}

static int check_star(struct checker *c, const struct node *call,
		      const struct fmt_conv *conv, size_t conv_number,
		      const char *what, struct arg_cursor *cursor)
{
	const struct node *arg = take_arg(cursor);

	if (!arg)
		return diag_error(c->diags, call->loc, "D_PRINTF_DYN_PROTO",
				  "%s( ) prototype mismatch: conversion #%zu "
				  "(%s) is missing a corresponding \"%s\" "
				  "argument", call->call.name, conv_number,
				  conv_text(c, call, conv), what);
	if (type_is_integer(arg->type))
		return 0;
	return diag_error(c->diags, arg->loc, "D_PRINTF_DYN_TYPE",
			  "%s( ) argument #%zu is incompatible with conversion "
			  "#%zu prototype:\n\tconversion: %s\n\t prototype: "
			  "int\n\t  argument: %s", call->call.name,
			  cursor->number, conv_number,
			  conv_text(c, call, conv),
			  type_text(c->arena, arg->type));
}

static int check_conv(struct checker *c, const struct node *call,
		      const struct fmt_conv *conv, size_t conv_number,
		      struct arg_cursor *cursor)
{
	const struct node *arg;
	const char *proto = "";

	if (conv->is_agg)
		return diag_error(c->diags, call->loc, "D_PRINTF_AGG_CONV",
				  "%s( ) conversion #%zu (%s) takes a value of "
				  "an aggregation, which only printa( ) accepts",
				  call->call.name, conv_number,
				  conv_text(c, call, conv));
	if ((conv->width == FMT_STAR &&
	     check_star(c, call, conv, conv_number, "*", cursor) < 0) ||
	    (conv->precision == FMT_STAR &&
	     check_star(c, call, conv, conv_number, ".*", cursor) < 0))
		return -EINVAL;
	arg = take_arg(cursor);
	if (!arg)
		return diag_error(c->diags, call->loc, "D_PRINTF_ARG_PROTO",
				  "%s( ) prototype mismatch: conversion #%zu "
				  "(%s) is missing a corresponding value "
				  "argument", call->call.name, conv_number,
				  conv_text(c, call, conv));
	if (conv_takes(conv, arg->type, &proto) || cut_arg(c, conv, cursor))
		return 0;
	return diag_error(c->diags, arg->loc, "D_PRINTF_ARG_TYPE",
			  "%s( ) argument #%zu is incompatible with conversion "
			  "#%zu prototype:\n\tconversion: %s\n\t prototype: "
			  "%s\n\t  argument: %s", call->call.name,
			  cursor->number, conv_number,
			  conv_text(c, call, conv), proto,
			  type_text(c->arena, arg->type));
}

int check_printf(struct checker *c, struct node *node)
{
	struct arg_cursor cursor;
	struct fmt fmt;

	if (parse_format(c, node, &fmt) < 0 ||
	    check_are_values(c, node->call.args, "D_PRINTF_ARG_TYPE",
			     arena_printf(c->arena, "%s( ) argument",
					  node->call.name)) < 0 ||
	    check_list(c, &node->call.args) < 0)
		return -EINVAL;
	convert_texts(c, &node->call.args);
	cursor = (struct arg_cursor){ &node->call.args, 1 };
	for (size_t i = 0; i < fmt.conv_cnt; i++)
		if (check_conv(c, node, &fmt.convs[i], i + 1, &cursor) < 0)
			return -EINVAL;
	if ((*cursor.taken)->next)
		return diag_error(c->diags, (*cursor.taken)->next->loc,
				  "D_PRINTF_ARG_EXTRA",
				  "%s( ) prototype mismatch: only %zu "
				  "arguments required by this format string",
				  node->call.name, cursor.number);
	return 0;
}

/* ".", "..", "a/..": a folder everywhere. */
static bool is_folder_name(const char *name)
{
	const char *slash = strrchr(name, '/');
	const char *last = slash ? slash + 1 : name;

	return strcmp(last, ".") == 0 || strcmp(last, "..") == 0;
}

/* A name without conversions that no file can have; "" is standard output. */
static bool is_bad_name(const struct node *format)
{
	size_t len = format->string.len;
	const char *name = format->string.bytes;

	return !strchr(name, '%') && len &&
	       (strlen(name) != len || len >= PATH_MAX ||
		name[len - 1] == '/' || is_folder_name(name));
}

int check_command(struct checker *c, struct node *node)
{
	const struct node *format = node->call.args;

	if (check_printf(c, node) < 0)
		return -EINVAL;
	if (strcmp(node->call.name, "freopen") == 0 && is_bad_name(format))
		return diag_error(c->diags, format->loc, "D_FREOPEN_INVALID",
				  "%s( ) argument #1 can't be the name of a "
				  "file", node->call.name);
	return 0;
}

/* ----------------------------------------------------------------- printa */

static int check_printa_agg(struct checker *c, struct node *arg,
			    size_t number)
{
	struct ident *ident;

	if (arg->kind != NODE_AGG)
		return diag_error(c->diags, arg->loc, "D_PRINTA_AGGARG",
				  "printa( ) argument #%zu is incompatible "
				  "with prototype:\n\tprototype: aggregation",
				  number);
	if (arg->agg.keys)
		return diag_error(c->diags, arg->loc, "D_PRINTA_AGGKEY",
				  "printa( ) argument #%zu may not have keys",
				  number);
	ident = map_get_str(&c->program->scope,
			    arena_printf(c->arena, "@%s", arg->agg.name));
	if (!ident)
		return report_undefined_agg(c, arg, "D_PRINTA_AGGBAD");
	ident->agg_is_printed = true;
	arg->agg.ident = ident;
	arg->type = ident->type;
	return 0;
}

/*
 * All aggregations of one printa() have the same keys; of two with the same
 * first use, one may have been widened.
 */
static bool is_same_key(const struct checker *c, const struct ident *a,
			const struct ident *b, size_t i)
{
	const struct type *a_before = width_before_key(c, a, i);
	const struct type *b_before = width_before_key(c, b, i);
	const struct type *a_type = a->key_types[i], *b_type = b->key_types[i];

	return type_resolve(a_type) == type_resolve(b_type) ||
	       type_resolve(a_before ? a_before : a_type) ==
		       type_resolve(b_before ? b_before : b_type);
}

static int compare_keys(struct checker *c, const struct node *arg,
			const struct ident *first)
{
	const struct ident *ident = arg->agg.ident;

	if (ident->key_cnt != first->key_cnt)
		return diag_error(c->diags, arg->loc, "D_PRINTA_AGGKEY",
				  "printa( ) @%s has %zu key%s, @%s has %zu",
				  ident->name, ident->key_cnt,
				  ident->key_cnt == 1 ? "" : "s", first->name,
				  first->key_cnt);
	for (size_t i = 0; i < first->key_cnt; i++) {
		if (!is_same_key(c, ident, first, i))
			return diag_error(
				c->diags, arg->loc, "D_PRINTA_AGGPROTO",
				"printa( ) key #%zu of @%s is \"%s\", of @%s "
				"\"%s\"", i + 1, ident->name,
				type_text(c->arena, ident->key_types[i]),
				first->name,
				type_text(c->arena, first->key_types[i]));
		if (ident->key_addr_rows[i] != first->key_addr_rows[i])
			return diag_error(
				c->diags, arg->loc, "D_PRINTA_AGGPROTO",
				"printa( ) key #%zu of @%s holds values of "
				"another function than that of @%s, which are "
				"shown in another way; print them separately",
				i + 1, ident->name, first->name);
	}
	return 0;
}

static int check_printa_conv(struct checker *c, const struct node *call,
			     const struct fmt_conv *conv, size_t conv_number,
			     const struct ident *agg, size_t *key_idx)
{
	const struct type *type = type_base(c->types, BASE_LONG);
	const struct type *before = NULL;
	const char *proto = "";

	if (conv->width == FMT_STAR || conv->precision == FMT_STAR)
		return diag_error(c->diags, call->loc, "D_PRINTF_DYN_PROTO",
				  "printa( ) conversion #%zu (%s) can't take "
				  "a \"*\" argument", conv_number,
				  conv_text(c, call, conv));
	if (!conv->is_agg && *key_idx == agg->key_cnt)
		return diag_error(c->diags, call->loc, "D_PRINTF_ARG_PROTO",
				  "printa( ) prototype mismatch: conversion "
				  "#%zu (%s) is missing a corresponding "
				  "aggregation key argument", conv_number,
				  conv_text(c, call, conv));
	if (!conv->is_agg) {
		type = agg->key_types[*key_idx];
		before = width_before_key(c, agg, (*key_idx)++);
	}
	if (conv_takes(conv, type, &proto) ||
	    (before && conv_takes(conv, before, &proto)))
		return 0;
	return diag_error(c->diags, call->loc, "D_PRINTF_ARG_TYPE",
			  "printa( ) %s is incompatible with conversion #%zu "
			  "prototype:\n\tconversion: %s\n\t prototype: %s\n\t"
			  "  argument: %s", conv->is_agg ?
			  "aggregation value" : "aggregation key", conv_number,
			  conv_text(c, call, conv), proto,
			  type_text(c->arena, type));
}

int check_printa(struct checker *c, struct node *node)
{
	struct node *args = node->call.args;
	const struct ident *first = NULL;
	bool has_format = args && args->kind == NODE_STRING;
	struct fmt fmt = { 0 };
	size_t number = 1, key_idx = 0;

	if (has_format) {
		if (parse_format(c, node, &fmt) < 0)
			return -EINVAL;
		args->type = type_base(c->types, BASE_STRING);
		args = args->next;
		number++;
	}
	if (!args)
		return diag_error(c->diags, node->loc, "D_PRINTA_PROTO",
				  "printa( ) prototype mismatch: an "
				  "aggregation argument expected");
	for (struct node *arg = args; arg; arg = arg->next, number++) {
		if (check_printa_agg(c, arg, number) < 0)
			return -EINVAL;
		first = first ? first : arg->agg.ident;
		if (compare_keys(c, arg, first) < 0)
			return -EINVAL;
	}
	for (size_t i = 0; i < fmt.conv_cnt; i++)
		if (check_printa_conv(c, node, &fmt.convs[i], i + 1, first,
				      &key_idx) < 0)
			return -EINVAL;
	return 0;
}
