// SPDX-License-Identifier: BSD-2-Clause
/*
 * args[i]: an argument of the clause's probes, with its type. It becomes a cast
 * of the raw argument, so later stages need not know args[]:
 *
 *	args[1]		(const char *)arg1, which points to user memory
 *
 * The types are texts, from the provider's definition or a table. They are
 * parsed as the parameters of a probe in a synthetic definition. If the native
 * type differs, the argument is translated:
 *
 *	args[0]		xlate <psinfo_t *> ((struct task_struct *)arg0)
 */
#include <errno.h>
#include <string.h>

#include "base/text/identifier.h"
#include "lang/builtin_flags.h"
#include "lang/check/checker.h"
#include "lang/library_lookup.h"
#include "lang/parse/parse.h"

/* Arguments with a name, arg0 to arg9. */
enum { NAMED_ARG_CNT = BUILTIN_arg9 - BUILTIN_arg0 + 1 };

/* Reports once per clause that args[] cannot be used. */
static void unusable(struct checker *c, const struct node *node,
		     const char *tag, const char *why)
{
	if (c->clause && c->argless == c->clause)
		return;
	c->argless = c->clause;
	diag_error(c->diags, node->loc, tag,
		   "args[ ] may not be referenced because %s", why);
}

static void say_mixed(struct checker *c, const struct node *node)
{
	unusable(c, node, "D_ARGS_MULTI", arena_printf(
		c->arena, "the probes of %s have different arguments",
		c->clause->specs->text));
}

/* NULL: they are not known; reports an error. */
static const struct lang_args *known_args(struct checker *c,
					  const struct node *node)
{
	const char *text = c->clause ? c->clause->specs->text : NULL;
	const struct lang_args *args = c->clause ? c->clause->args : NULL;

	if (args && !args->err && args->cnt)
		return args;
	if (args && args->err == -EMLINK)
		say_mixed(c, node);
	else if (args && args->err == -ENOENT)
		unusable(c, node, "D_ARGS_NONE", arena_printf(
			c->arena, "probe description %s does not match any "
			"probes%s%s%s", text, args->why_none ? " (" : "",
			args->why_none ? args->why_none : "",
			args->why_none ? ")" : ""));
	else
		unusable(c, node, "D_ARGS_NONE", text ? arena_printf(
			c->arena, "no arguments of %s are known", text) :
			"this is not a clause");
	return NULL;
}

/* ------------------------------------------------------------------- types */

/* "(unknown)" */
static bool is_no_type(const char *text)
{
	return *text == '(';
}

/*
 * The parameters of `decls provider args { probe args(types); };`. What a process's
 * definition leaves out is not looked up in the kernel, where a type of the same
 * name (sigset_t) has another size, and a constant another value.
 */
static const struct probe_param *parse_types(struct checker *c,
					     const struct lang_args *args,
					     const char *decls)
{
	static const struct lang_env env = { .is_preprocessed = true };
	struct src *src = arena_new(c->arena, struct src);
	struct program program;
	struct diag_list unread;
	struct strbuf text = { 0 };
	const struct probe_param *params = NULL;
	struct type_source *source = c->types->source;

	strbuf_printf(&text, "%s\nprovider args { probe args(", decls);
	for (size_t i = 0; i < args->cnt; i++)
		strbuf_printf(&text, "%s%s", i ? ", " : "",
			      is_no_type(args->types[i]) ? "int" :
							   args->types[i]);
	strbuf_puts(&text, "); };\n");
	src_init(src, SRC_FILE, "args[]",
		 arena_strndup(c->arena, text.text, text.len), text.len);
	strbuf_deinit(&text);
	if (args->is_user)
		c->types->source = NULL;
	program_init(&program, c->arena, c->types);
	diag_init(&unread, c->arena);
	if (lang_parse_providers(&program, &env, src, &unread) == 0 &&
	    program.providers && program.providers->probes)
		params = program.providers->probes->native;
	diag_deinit(&unread);
	program_deinit(&program);
	c->types->source = source;
	return params;
}

/* Words of the texts can be types of the D library. */
static void load_types(struct checker *c, const struct lang_args *args)
{
	for (size_t i = 0; i < args->cnt; i++) {
		const char *s = args->types[i];

		while (*s) {
			size_t len = identifier_len(s);

			if (len)
				library_load(c->program,
					     arena_strndup(c->arena, s, len),
					     c->diags);
			s += len ? len : 1;
		}
	}
}

static const struct type *pointed_to(const struct type *type)
{
	type = type_resolve(type);
	while (type->kind == TYPE_POINTER)
		type = type_resolve(type->target);
	return type;
}

static const struct type *param_type(const struct probe_param *param,
				     uint64_t idx)
{
	while (param && idx--)
		param = param->next;
	return param ? param->type : NULL;
}

/* Only with what the script declares. */
static const struct type *parse_alone(struct checker *c,
				      const struct lang_args *args,
				      uint64_t idx)
{
	return param_type(parse_types(c, args, ""), idx);
}

/* With the declarations of the definition, whose names no one else sees. */
static const struct type *type_of_definition(struct checker *c,
					     const struct lang_args *args,
					     uint64_t idx)
{
	const char *decls = args->decls ? args->decls : "";
	bool is_new = type_scope_enter(c->types, decls);
	const struct type *type =
		param_type(parse_types(c, args, is_new ? decls : ""), idx);

	type_scope_leave(c->types);
	return type;
}

/* A typedef of C that the script has not declared. */
static bool is_builtin_name(const struct type *type)
{
	while (type->kind == TYPE_POINTER)
		type = type->target;
	return type->kind == TYPE_TYPEDEF && type->is_builtin;
}

/* Whether the type that parse_alone() returned needs no definition. */
static bool is_of_script(const struct lang_args *args, const struct type *type)
{
	return type && pointed_to(type)->kind != TYPE_UNKNOWN &&
		!pointed_to(type)->is_incomplete &&
		!(args->is_user && is_builtin_name(type));
}

/*
 * The script's own declarations come first; declarations of the definition,
 * which may repeat them, are used for the rest.
 */
static const struct type *args_type(struct checker *c,
				    const struct lang_args *args, uint64_t idx)
{
	const struct type *type = parse_alone(c, args, idx);
	const struct type *of_definition = NULL;

	if (is_no_type(args->types[idx]))
		return NULL;
	if (is_of_script(args, type))
		return type;
	if (args->is_user || (args->decls && *args->decls))
		of_definition = type_of_definition(c, args, idx);
	return of_definition ? of_definition : type;
}

/*
 * A pointer to an unknown type is an address. The size of an enum that nothing
 * defines is not known either; its value fits into a long.
 */
static const struct type *usable_type(struct checker *c,
				      const struct type *type)
{
	if (!type)
		return NULL;
	if (type_resolve(type)->kind == TYPE_ENUM &&
	    type_resolve(type)->is_incomplete)
		return type_base(c->types, BASE_LONG);
	if (type_resolve(type)->kind == TYPE_POINTER &&
	    pointed_to(type)->kind == TYPE_UNKNOWN)
		return type_pointer(c->types, type_base(c->types, BASE_VOID));
	if (type_resolve(type)->kind == TYPE_ARRAY)
		return type_pointer(c->types, type_resolve(type)->target);
	if (type_is_scalar(type) || type_is_string(type))
		return type;
	return NULL;
}

/* -------------------------------------------------------------------- node */

static struct node *raw_arg(struct checker *c, const struct node *node,
			    uint64_t idx)
{
	struct node *raw = arena_new(c->arena, struct node);
	bool is_named = idx < NAMED_ARG_CNT;
	struct ident *ident;

	raw->kind = NODE_NAME;
	raw->loc = node->loc;
	raw->depth = 1;
	raw->name.name = arena_printf(c->arena, "arg%u",
				      is_named ? (unsigned int)idx : 0);
	raw->name.scope = IDENT_GLOBAL;
	raw = check_expr(c, raw);
	if (!raw || is_named)
		return raw;
	ident = arena_new(c->arena, struct ident);
	*ident = *raw->name.ident;
	ident->arg_more = (unsigned int)idx;
	raw->name.ident = ident;
	return raw;
}

/* The raw argument, with its type @native. */
static struct node *native_arg(struct checker *c, const struct node *node,
			       const struct lang_args *args, uint64_t idx,
			       const struct type *native)
{
	struct node *raw = raw_arg(c, node, args->map ? args->map[idx] : idx);

	if (!raw)
		return NULL;
	if (args->is_user)
		raw->space = SPACE_USER;
	raw = convert(c, raw, native);
	raw->loc = node->loc;
	return raw;
}

/* Does @native point to the type in the text? Then its target is the
 * argument. */
static bool is_inner(struct checker *c, const struct type *native,
		     const char *text)
{
	return native && type_resolve(native)->kind == TYPE_POINTER &&
	       !strcmp(type_text(c->arena, type_resolve(native)->target), text);
}

/* *@raw: an array or a struct that is passed by address. */
static struct node *inner_arg(struct checker *c, struct node *raw)
{
	struct node *node;

	if (!raw)
		return NULL;
	node = arena_new(c->arena, struct node);
	node->kind = NODE_UNARY;
	node->loc = raw->loc;
	node->depth = (uint16_t)(raw->depth + 1);
	node->unary.op = OP_DEREF;
	node->unary.operand = raw;
	return check_deref(c, node);
}

/* Converts @raw, which has its native type, to @type. */
static struct node *translated_arg(struct checker *c, struct node *node,
				   struct node *raw, const struct type *type,
				   uint64_t idx)
{
	const struct type *out = pointed_to(type);
	struct node *value;

	if (out->kind != TYPE_STRUCT && out->kind != TYPE_UNION) {
		value = as_type(c, raw, type);
		return value ? value : convert(c, raw, type);
	}
	node->kind = NODE_XLATE;
	node->xlate.to = type;
	node->xlate.operand = raw;
	node->xlate.translator = translator_for(c, out, raw->type);
	node->type = type;
	if (node->xlate.translator)
		return node;
	diag_error(c->diags, node->loc, "D_ARGS_XLATOR",
		   "translator for args[%u] from \"%s\" to \"%s\" is not "
		   "defined", (unsigned int)idx,
		   type_text(c->arena, raw->type), type_text(c->arena, type));
	return NULL;
}

/* Is the type a struct or a union, and not a pointer to one? */
static bool is_by_value(const struct type *native, const char *text)
{
	if (native && (type_resolve(native)->kind == TYPE_STRUCT ||
		       type_resolve(native)->kind == TYPE_UNION))
		return true; /* also by a name of its own, as kuid_t */
	return (!strncmp(text, "struct ", 7) || !strncmp(text, "union ", 6)) &&
	       !strchr(text, '*');
}

static struct node *no_type(struct checker *c, const struct node *node,
			    const struct type *native, const char *type,
			    unsigned int idx)
{
	if (is_no_type(type))
		diag_error(c->diags, node->loc, "D_ARGS_TYPE",
			   "the type of args[%u] is not known: see arg%u", idx,
			   idx);
	else if (!strcmp(type, "float") || !strcmp(type, "double"))
		diag_error(c->diags, node->loc, "D_ARGS_TYPE",
			   "args[%u] is a floating-point number: arg%u has its "
			   "bits", idx, idx);
	else if (is_by_value(native, type))
		diag_error(c->diags, node->loc, "D_ARGS_TYPE",
			   "args[%u] is a \"%s\" that is passed by value, not "
			   "in memory: see arg%u", idx, type, idx);
	else
		diag_error(c->diags, node->loc, "D_ARGS_TYPE",
			   "failed to resolve type \"%s\" of args[%u]; "
			   "declare it in the script", type, idx);
	return NULL;
}

static struct node *typed_arg(struct checker *c, struct node *node,
			      const struct lang_args *args, uint64_t idx)
{
	const struct type *native = args->natives ? args->natives[idx] : NULL;
	const struct type *type = native;
	struct node *raw;

	if (is_inner(c, native, args->types[idx]))
		return inner_arg(c, native_arg(c, node, args, idx, native));
	/* else a translator converts it to the type in the text */
	if (native && !strcmp(args->types[idx], "string"))
		type = type_base(c->types, BASE_STRING);
	else if (!native ||
		 strcmp(type_text(c->arena, native), args->types[idx]))
		type = args_type(c, args, idx);
	type = usable_type(c, type);
	if (!type)
		return no_type(c, node, native, args->types[idx],
			       (unsigned int)idx);
	raw = native_arg(c, node, args, idx, native ? native : type);
	if (raw && native && !type_is_same(native, type))
		return translated_arg(c, node, raw, type, idx);
	return raw;
}

struct node *check_probe_args(struct checker *c, struct node *node)
{
	const struct lang_args *args;
	const struct node *key;
	uint64_t idx;

	if (check_list(c, &node->index.keys) < 0)
		return NULL;
	key = node->index.keys;
	if (node->index.key_cnt != 1 || key->kind != NODE_INT) {
		diag_error(c->diags, node->loc, "D_ARGS_IDX",
			   "the index of args[ ] must be an integer constant");
		return NULL;
	}
	args = known_args(c, node);
	if (!args)
		return NULL;
	load_types(c, args);
	idx = key->integer.value;
	if (idx < 32 && (args->mixed >> idx & 1 ||
			 (args->mixed_decls >> idx & 1 &&
			  !is_of_script(args, parse_alone(c, args, idx))))) {
		say_mixed(c, node);
		return NULL;
	}
	if (idx >= args->cnt ||
	    (args->map ? args->map[idx] : idx) >= PROBE_ARG_MAX) {
		diag_error(c->diags, node->loc, "D_ARGS_IDX",
			   "index %lld is out of range for %s args[ ]",
			   (long long)idx, c->clause->specs->text);
		return NULL;
	}
	return typed_arg(c, node, args, idx);
}
