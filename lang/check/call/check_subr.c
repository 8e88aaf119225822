// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls that are values: subroutines. The arguments of each, and of actions, are
 * its prototype in lang/table/builtins.def.
 */
#include <errno.h>
#include <string.h>

#include "lang/check/checker.h"
#include "lang/library_lookup.h"

/* -------------------------------------------------------------- prototypes */

enum { PROTO_PARAM_MAX = 8 };

struct proto {
	const struct type *params[PROTO_PARAM_MAX];
	size_t min, max; /* arguments; max SIZE_MAX: "..." */
};

/* "string(uintptr_t, [size_t])"; the rows are part of the program, so syntax
 * errors are not handled. */
static struct proto proto_parse(struct checker *c, const char *text)
{
	const char *s = strchr(text, '(') + 1;
	struct proto proto = { 0 };

	while (*s != ')') {
		size_t len = strcspn(s, ",])");

		if (strncmp(s, "...", 3) == 0) {
			proto.max = SIZE_MAX;
			break;
		}
		if (*s == '[') {
			proto.params[proto.max++] =
				type_by_text(c, s + 1, len - 1);
		} else {
			proto.params[proto.max++] = type_by_text(c, s, len);
			proto.min++;
		}
		s += len;
		s += strspn(s, "], ");
	}
	return proto;
}

int check_arg_count(struct checker *c, const struct node *call,
		    const struct function *function)
{
	struct proto proto = proto_parse(c, function->proto);
	size_t cnt = call->call.arg_cnt;

	if (cnt >= proto.min && cnt <= proto.max)
		return 0;
	return diag_error(c->diags, call->loc, "D_PROTO_LEN",
			  "%s( ) prototype mismatch: %zu arg%s passed, "
			  "%s%zu expected", call->call.name, cnt,
			  cnt == 1 ? "" : "s",
			  proto.min == proto.max ? "" :
			  cnt < proto.min ? "at least " : "at most ",
			  cnt < proto.min ? proto.min : proto.max);
}

bool is_compatible(const struct type *to, const struct type *from)
{
	if (is_address_type(to))
		return type_resolve(to) == type_resolve(from);
	if (type_is_string(to))
		return type_is_stringlike(from);
	return type_is_scalar(to) && type_is_scalar(from);
}

/* strtok(NULL, ...) continues in the string of the last call. */
static bool is_strtok_null(const struct function *function, size_t idx,
			   const struct node *arg)
{
	return function->kind == IDENT_SUBR && function->row == SUBR_strtok &&
	       idx == 0 && arg->kind == NODE_INT && !arg->integer.value;
}

/* NULL as a string argument: the address 0, which faults when it is read. */
static struct node *null_text(struct checker *c, struct node *arg,
			      const struct type *param)
{
	if (!type_is_string(param) || arg->kind != NODE_INT ||
	    arg->integer.value)
		return arg;
	return convert(c, arg, type_pointer(c->types,
					    type_base(c->types, BASE_CHAR)));
}

/* bcopy() and copyout() also accept a string as their source. */
static bool is_copied_text(const struct function *function, size_t idx,
			   const struct node *arg)
{
	return function->kind == IDENT_SUBR &&
	       (function->row == SUBR_bcopy || function->row == SUBR_copyout) &&
	       idx == 0 && type_is_string(arg->type);
}

int convert_args(struct checker *c, struct node *call,
		 const struct function *function)
{
	struct proto proto = proto_parse(c, function->proto);
	struct node **slot = &call->call.args;

	for (size_t i = 0; *slot; i++, slot = &(*slot)->next) {
		struct node *arg = *slot, *next = arg->next;

		if (i >= PROTO_PARAM_MAX || !proto.params[i])
			break;
		if (is_strtok_null(function, i, arg) ||
		    is_copied_text(function, i, arg))
			continue;
		if (!type_is_string(proto.params[i])) {
			arg->next = NULL;
			arg = *slot = decay(c, arg);
			arg->next = next;
		}
		arg = null_text(c, arg, proto.params[i]);
		if (!is_compatible(proto.params[i], arg->type))
			return diag_error(
				c->diags, arg->loc, "D_PROTO_ARG",
				"%s( ) argument #%zu is incompatible with "
				"prototype:\n\tprototype: %s\n\t argument: %s",
				call->call.name, i + 1,
				type_text(c->arena, proto.params[i]),
				type_text(c->arena, arg->type));
		arg->next = NULL;
		arg = type_is_string(proto.params[i]) ?
			convert_to_string(c, arg) :
			convert(c, arg, proto.params[i]);
		if (!arg)
			return -EINVAL;
		arg->next = next;
		*slot = arg;
	}
	return 0;
}

int check_args(struct checker *c, struct node *call,
	       const struct function *function)
{
	const char *place =
		arena_printf(c->arena, "%s( ) argument", call->call.name);

	if (check_arg_count(c, call, function) < 0 ||
	    check_are_values(c, call->call.args, "D_PROTO_ARG", place) < 0 ||
	    check_list(c, &call->call.args) < 0)
		return -EINVAL;
	return convert_args(c, call, function);
}

/* ------------------------------------------------------------- as a value */

/*
 * Subroutines can be defined in D: `mutex_owner(m)` is the inline
 * `mutex_owner[m]` of the D library.
 */
static bool is_library_function(struct checker *c, const struct node *node)
{
	const struct ident *ident;

	if (!*node->call.name)
		return false;
	ident = library_find(c->program, node->call.name, c->diags);
	return ident && ident->kind == IDENT_INLINE && ident->is_library &&
	       ident->is_assoc;
}

static struct node *library_call(struct checker *c, const struct node *call)
{
	struct node *use = arena_new(c->arena, struct node);
	struct node *name = arena_new(c->arena, struct node);

	if (!call->call.arg_cnt) {
		diag_error(c->diags, call->loc, "D_PROTO_LEN",
			   "%s( ) prototype mismatch: 0 args passed, at "
			   "least 1 expected", call->call.name);
		return NULL;
	}
	name->kind = NODE_NAME;
	name->loc = call->loc;
	name->depth = 1;
	name->name.name = call->call.name;
	name->name.scope = IDENT_GLOBAL;
	use->kind = NODE_INDEX;
	use->loc = call->loc;
	use->depth = (uint16_t)(call->depth + 1);
	use->index.base = name;
	use->index.keys = call->call.args;
	use->index.key_cnt = call->call.arg_cnt;
	use->index.is_call = true;
	return check_expr(c, use);
}

static struct node *undefined_call(struct checker *c, const struct node *node)
{
	const char *name = node->call.name;
	struct ident *ident = map_get_str(&c->program->scope, name);

	if (!*name) /* reported by the parser */
		return NULL;
	if (name_is_never(name))
		return check_never(c, node->loc, name);
	if (ident || name_is_builtin(name))
		diag_error(c->diags, node->loc, "D_FUNC_IDKIND",
			   "%s '%s' may not be referenced as a function",
			   "identifier", name);
	else
		report_undefined_call(c, node);
	return NULL;
}

static int check_alloca(struct checker *c, const struct node *node)
{
	const struct node *size = node->call.args;

	if (size->kind != NODE_INT || !c->env->scratchsize_bytes ||
	    size->integer.value <= c->env->scratchsize_bytes)
		return 0;
	return diag_error(c->diags, size->loc, "D_ALLOCA_SIZE",
			  "alloca( ) of %llu bytes, more than scratchsize "
			  "(%llu)", (unsigned long long)size->integer.value,
			  (unsigned long long)c->env->scratchsize_bytes);
}

/* dtrace itself formats the text, so the format must be a constant. */
static int check_strftime(struct checker *c, struct node *node,
			  const struct function *function)
{
	const struct node *format = node->call.args;

	if (format && format->kind != NODE_STRING)
		return diag_error(c->diags, format->loc, "D_PROTO_ARG",
				  "%s( ) argument #1 is incompatible with "
				  "prototype:\n\tprototype: string constant",
				  node->call.name);
	return check_args(c, node, function);
}

static int check_subr_args(struct checker *c, struct node *node,
			   const struct function *function)
{
	switch (function->row) {
	case SUBR_stack:
	case SUBR_ustack:
	case SUBR_jstack:
		return check_stack_args(c, node, function);
	case SUBR_strftime:
		return check_strftime(c, node, function);
	}
	return check_args(c, node, function);
}

struct node *check_call(struct checker *c, struct node *node)
{
	const struct function *function = function_find(node->call.name);

	if (!function && is_library_function(c, node))
		return library_call(c, node);
	if (!function)
		return undefined_call(c, node);
	if (function->kind == IDENT_ACTION) {
		diag_error(c->diags, node->loc, "D_CG_EXPR",
			   "%s( ) may not be called from a D expression "
			   "(D program context required)", function->name);
		return NULL;
	}
	if (function->kind == IDENT_AGGFUNC) {
		diag_error(c->diags, node->loc, "D_IDENT_BADREF",
			   "%s( ) must be assigned to an aggregation",
			   function->name);
		return NULL;
	}
	if (function->row == SUBR_bcopy && is_copy_to_text(c, node))
		return check_copy_to_text(c, node);
	if (check_subr_args(c, node, function) < 0)
		return NULL;
	if (function->row == SUBR_alloca && check_alloca(c, node) < 0)
		return NULL;
	node->call.ident = function_ident(c, function, node->loc);
	node->type = node->call.ident->type;
	if (type_is_string(node->type) || function->row == SUBR_alloca ||
	    function->row == SUBR_copyin)
		node->space = SPACE_SCRATCH;
	return node;
}
