/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the files of the checker. A function that checks an expression
 * returns the node that replaces it (folded, or wrapped in a conversion), or
 * NULL after reporting an error. A node that is passed in is not in a list.
 */
#ifndef DTRACE_LANG_CHECK_CHECKER_H
#define DTRACE_LANG_CHECK_CHECKER_H

#include "base/map.h"
#include "base/text/diag.h"
#include "base/text/nearest.h"
#include "lang/ast.h"
#include "lang/compile_input.h"

struct checker {
	struct program *program;
	struct arena *arena;
	struct type_table *types;
	struct diag_list *diags;
	const struct lang_env *env;
	struct clause *clause; /* NULL: a declaration */
	unsigned int clause_id; /* of the clause; declarations: UINT_MAX */
	size_t expanded_cnt; /* nodes that inlines and translators have made */
	unsigned int expand_depth; /* nesting of the bodies being expanded */
	unsigned int text_cnt; /* of the clause: materialize_string.c */
	bool is_expansion_reported; /* that they make too many was reported */
	struct map mistaken; /* names with an error that was reported */
	/* clause whose lack of args[] was reported */
	const struct clause *argless;
	struct map wide; /* variables and keys that must have 64 bits */
	/* enumerators of the kernel that are used, by name */
	struct map enumerators;
	/* names of name_is_linux() that the program defines */
	struct map taken;
	bool is_widened; /* `wide` has grown: everything is checked again */
};

/* ---- global names: lookup/global_name.c */

/* The row of a built-in variable in lang/table/builtins.def, or -1. */
int builtin_row(const char *name);
/* Its identifier, created at its first use, at @loc. */
struct ident *builtin_ident(struct checker *c, const char *name, int row,
			    struct loc loc);
/* The global identifier @name of the program or the library; or NULL. */
struct ident *scope_find(struct checker *c, const char *name);
/* Reports why @name is not available on Linux; returns NULL. */
struct node *check_never(struct checker *c, struct loc loc, const char *name);
/* Is @name one of lang/table/unsupported.def? */
bool name_is_never(const char *name);
/* Whether D itself defines @name, as anything. */
bool name_is_builtin(const char *name);
/* Whether a program may define @name for itself nevertheless. */
bool name_is_linux(const char *name);
/* Whether D itself defines a function @name. */
bool name_is_function(const char *name);
/* Names to which the program assigns are its own, from the first clause on. */
void names_take(struct checker *c);
bool name_is_taken(const struct checker *c, const char *name);
/* Offers all built-in variables to @nearest. */
void builtins_offer(struct nearest *nearest);
/* The type that a prototype or a row of builtins.def names. */
const struct type *type_by_text(struct checker *c, const char *text,
				size_t len);

/* ---- functions: lookup/function.c */

/* A row of lang/table/builtins.def that is called. */
struct function {
	const char *name, *proto;
	enum ident_kind kind;
	unsigned int row;
};

const struct function *function_find(const char *name);
const char *agg_func_name(enum agg_func func);
/* Its identifier, created at its first use, at @loc. */
struct ident *function_ident(struct checker *c, const struct function *function,
			     struct loc loc);
bool name_is_action(const char *name);
/* Offers all functions of @kind to @nearest. */
void functions_offer(struct nearest *nearest, enum ident_kind kind);

/* ---- variables of the program: lookup/variable.c, lookup/variable_text.c */

/* "self->x": the variable in the form that the program uses. */
const char *variable_text(struct checker *c, const struct node *node);
/* "self x": its key in program.scope. */
const char *variable_key(const struct checker *c, const struct node *node);
/* The variable to which a NODE_NAME refers here, or NULL. */
struct ident *variable_find(struct checker *c, const struct node *node);
/* Creates it, with a value of type @type. */
struct ident *variable_make(struct checker *c, const struct node *node,
			    const struct type *type);
/* The memory that its value points to. */
enum addr_space variable_space(const struct ident *ident);

/* ---- names of other tools: lookup/other_tool_names.c */

/*
 * Offers what the written name, if it is one of another tool (other_tools.def),
 * is in D: nearer than any that is only similar. To be called last.
 */
void other_tools_offer(struct nearest *nearest);
/* The same for members of other systems' threads, in a struct task_struct. */
void other_members_offer(struct nearest *nearest);

/* ---- names that nothing declares, each reported once: lookup/undefined.c */

/* Reports a name that is neither declared nor assigned before this place. */
void report_undefined_call(struct checker *c, const struct node *call);
void report_undefined(struct checker *c, const struct node *node);
/* Reports a member that the @type of its base does not have. */
void report_no_member(struct checker *c, const struct node *member,
		      const struct type *type);

/* The same for a struct, union or enum @type that is incomplete. */
void report_incomplete(struct checker *c, struct loc loc, const char *tag,
		       const struct type *type);
/* The same for an aggregation. Returns -EINVAL. */
int report_undefined_agg(struct checker *c, const struct node *agg,
			 const char *tag);
/* The same for the variable of which @left is a member or the target. */
void report_undeclared_store(struct checker *c, const struct node *left);
/*
 * The statement that creates @name has an error, which is reported: errors at
 * uses of @name are not.
 */
void mistake_note(struct checker *c, const char *name);
/* The same for the variable that `left = ...` would have created. */
void mistake_note_left(struct checker *c, const struct node *left);
/*
 * Whether nothing about @name was reported yet; from now on it counts as
 * reported.
 */
bool mistake_is_new(struct checker *c, const char *name);

/* ---- expressions: check_expr.c, check_op.c */

struct node *check_expr(struct checker *c, struct node *node);
/* Reports an operand of @op that is an aggregation or an action. */
bool refuse_valueless(struct checker *c, enum op op, const struct node *node);
struct node *check_unary(struct checker *c, struct node *node);
struct node *check_binary(struct checker *c, struct node *node);
/*
 * @node as the other operand of a value of @type: it may be an enumerator of
 * that type.
 */
struct node *check_beside(struct checker *c, struct node *node,
			  const struct type *type);
struct node *check_cond(struct checker *c, struct node *node);
/*
 * Checks the condition of `cond ? then : els`. If it is a constant, *@taken_ret
 * is the chosen operand; the other one is not checked, because it may refer to
 * something that does not exist. Returns 0 or -EINVAL.
 */
int check_choice(struct checker *c, struct node *node, struct node **taken_ret);
/* Checks each node of a list in place. Returns 0 or -EINVAL. */
int check_list(struct checker *c, struct node **list);
/*
 * Reports, with @tag, the first element of @list that has no value: an
 * aggregation, or the call of an action. @place says where it is: "strlen( )
 * argument". Returns 0 or -EINVAL.
 */
int check_are_values(struct checker *c, const struct node *list,
		     const char *tag, const char *place);

/* ---- uses and assignments of variables: check_var.c */

struct node *check_variable(struct checker *c, struct node *node);
/* Checks `left op= right`, which is @node, as the value `left op right`. */
struct node *check_combined(struct checker *c, const struct node *node,
			    struct node *left, struct node *right);
struct node *check_assign(struct checker *c, struct node *node);
/* The same when both sides are checked. */
struct node *check_assigned(struct checker *c, struct node *node,
			    struct node *left, struct node *right);
struct node *check_increment(struct checker *c, struct node *node);

/* ---- widths of what nothing declares: infer_width.c */

/* The type of a variable, or of a key, that a value of @type creates. */
const struct type *width_of_variable(const struct checker *c, const char *name,
				     const struct type *type);
const struct type *width_of_key(const struct checker *c, const char *name,
				size_t idx, const struct type *type);
/*
 * Notes that a value of @type is assigned to @left; that @key is key @idx of
 * @ident.
 */
void width_note_value(struct checker *c, struct node *left,
		      const struct type *type);
/* The same if @value, which is assigned, outgrows its type: left + e. */
void width_note_growth(struct checker *c, struct node *left,
		       const struct node *value);
void width_note_key(struct checker *c, struct ident *ident, size_t idx,
		    const struct node *key);
/* Warns if @left is declared with too few bytes for @right. */
void width_warn_cut(struct checker *c, const struct node *left,
		    const struct node *right);
/*
 * The type that an expression with such a variable or key would have if it had
 * not been widened; NULL: nothing in it was.
 */
const struct type *width_before(const struct checker *c,
				const struct node *node);
const struct type *width_before_key(const struct checker *c,
				    const struct ident *ident, size_t idx);
/* Repeats @check_clauses until no width changes. */
void check_widths(struct checker *c, void (*check_clauses)(struct checker *c));

/* ---- materialize_string.c */

/* The address of a copy of the string @text, as a char *. */
struct node *check_text_address(struct checker *c, struct node *text);
/*
 * Whether bcopy() writes to a variable that is a string; then it is checked
 * here.
 */
bool is_copy_to_text(struct checker *c, const struct node *call);
struct node *check_copy_to_text(struct checker *c, struct node *call);

/* ---- elements of arrays: check_var_array.c */

/* Whether it is an element of an array that is a variable. */
bool is_element(struct checker *c, const struct node *node);
struct node *check_element(struct checker *c, struct node *node);
/*
 * Creates the associative array that `name[keys] = value of @type` implies.
 * Returns 0, or -EINVAL after an error.
 */
int element_declare(struct checker *c, struct node *node,
		    const struct type *type);

/* ---- inlines: check_inline.c */

struct copy_param;

/* The inline that @node uses, or NULL. */
struct ident *inline_of(struct checker *c, const struct node *node);
/* The expression that replaces the use; may be a translation. */
struct node *check_inline(struct checker *c, const struct node *node,
			  struct ident *ident);
/* Resets the limit on code that inlines and translators create. */
void expand_reset(struct checker *c);
/* Whether this text is a part of dtrace. */
bool is_built_in(struct loc loc);
/* Checks the definitions of inlines that are not built in. */
void check_inlines(struct checker *c);
/*
 * Makes a checked copy of @body, with values for names, used at @loc; or NULL.
 */
struct node *expand(struct checker *c, struct loc loc, const struct node *body,
		    const struct copy_param *params, size_t param_cnt);
/* Converts @node to type @to; NULL if they are incompatible. */
struct node *as_type(struct checker *c, struct node *node,
		     const struct type *to);
/* A parameter, in the check of the definition itself. */
struct node *param_node(struct checker *c, struct loc loc, const char *name,
			const struct type *type);

/* ---- translators: check_xlate.c, xlate.c */

/*
 * Sets is_changed and is_counter of the globals that more than BEGIN and END
 * change.
 */
void check_changed_globals(const struct program *program);
/* Has it a probe that can fire between BEGIN and END? */
bool clause_fires_while_tracing(const struct clause *clause);

struct translator *translator_find(const struct program *program,
				   const struct type *out,
				   const struct type *in);
/* The same, with what the library has for it; NULL: there is none. */
struct translator *translator_for(struct checker *c, const struct type *out,
				  const struct type *in);
/* Like check_expr(), but may also return a translation, a NODE_XLATE. */
struct node *check_translated(struct checker *c, struct node *node);
/* Returns @node, unless it is a translation, which is reported. */
struct node *no_translation(struct checker *c, struct node *node);
/*
 * check_expr() for a condition, or an operand that is compared with NULL: a
 * translated struct exists if its source does.
 */
struct node *check_test(struct checker *c, struct node *node);
struct node *check_xlate(struct checker *c, struct node *node);
/*
 * Moves *@value to a variable of the clause, for which *@value then stands; the
 * assignment is appended to *@done, to be evaluated before. @use tells variables
 * of one expression apart. Returns 0 or -EINVAL.
 */
int store_once(struct checker *c, const char *use, struct node **value,
	       struct node **done);
/* `(done, value)`; a translation has it in its operand. */
struct node *value_after(struct checker *c, struct node *done,
			 struct node *value);
/* `base->member` of a translation. */
struct node *check_translated_member(struct checker *c, struct node *node,
				     struct node *base);
/*
 * check_expr() for a value that is assigned: for `*p` with a pointer to a
 * translation, and for a translated struct, returns the NODE_XLATE, for
 * check_translated_copy().
 */
struct node *check_copied(struct checker *c, struct node *node);
/*
 * check_expr() for the argument of print(): a translation, or a pointer to one,
 * is first built in a variable of the clause.
 */
struct node *check_put_together(struct checker *c, struct node *node);
/*
 * Checks `left = translation`, which is @node: assigns all translated members,
 * in the order of the translator; the others become 0.
 */
struct node *check_translated_copy(struct checker *c, struct node *node,
				   struct node *left, struct node *right);
/* Checks the definitions of the program's own translators. */
void check_translators(struct checker *c);

/* ---- objects in memory: check_memory_access.c */

/* The address space of a pointer that is one of these two. */
enum addr_space space_of_both(const struct node *a, const struct node *b);
/* `*p`, its operand is checked. */
struct node *check_deref(struct checker *c, struct node *node);
/*
 * The character @idx of the string @text, both checked; @node is the
 * expression.
 */
struct node *check_character(struct checker *c, const struct node *node,
			     struct node *text, struct node *idx);
/* `&x`, its operand is not. */
struct node *check_addrof(struct checker *c, struct node *node);
struct node *check_member(struct checker *c, struct node *node);
/* `p[i]`, @base is its checked base. */
struct node *check_memory_index(struct checker *c, struct node *node,
				struct node *base);
struct node *check_symbol(struct checker *c, struct node *node);
/*
 * Whether the unchecked left side of an assignment is something other than a
 * variable of D.
 */
bool is_memory_form(struct checker *c, const struct node *node);
/* Checks the assignment, ++ or -- of such an object. */
struct node *check_store(struct checker *c, struct node *node);
struct node *check_step(struct checker *c, struct node *node);
/*
 * Bytes of @type, of which the library may have the members; 0 if nothing
 * defines it.
 */
uint64_t check_size_bytes(struct checker *c, const struct type *type);
/* Checks ++ and -- of @operand, which is checked and writable. */
struct node *check_stepped(struct checker *c, struct node *node,
			   struct node *operand);

/* `args[i]`: check_probe_args.c */
/* Whether @name is args, and not a variable of the program. */
bool is_free_args(struct checker *c, const struct node *name);
struct node *check_probe_args(struct checker *c, struct node *node);

/* ---- names: check_name.c */

struct node *check_name(struct checker *c, struct node *node);

/* ---- calls: check_subr.c */

/* A call as a value. */
struct node *check_call(struct checker *c, struct node *node);

/* Checks number and types of the arguments, and converts them. */
int check_args(struct checker *c, struct node *call,
	       const struct function *function);
/*
 * The two parts of check_args(), for callers that do something in between (such
 * as check_list()).
 */
int check_arg_count(struct checker *c, const struct node *call,
		    const struct function *function);
int convert_args(struct checker *c, struct node *call,
		 const struct function *function);
/* Whether a prototype with @to accepts a value of type @from. */
bool is_compatible(const struct type *to, const struct type *from);

/* ---- calls as statements: check_action.c */

/*
 * Checks a call that is a statement; if it is not an action and its value is an
 * address, it becomes a trace(). Returns 0 or -EINVAL.
 */
int check_action(struct checker *c, struct node *node);

/* ---- check_stack.c */

/* Checks the arguments of stack(), ustack(), jstack(). Returns 0 or -EINVAL. */
int check_stack_args(struct checker *c, struct node *call,
		     const struct function *function);

/* ---- registers and their numbers: check_regs.c */

/* Whether @node names uregs or regs, which are always indexed. */
bool is_regs(const struct node *node);
/* `uregs[e]`. */
struct node *check_regs(struct checker *c, struct node *node);
/* Reports `uregs` without an index; returns NULL. */
struct node *check_bare_regs(struct checker *c, const struct node *node);
/* A built-in constant, such as R_PC (lang/table/reg_constants.def); NULL: none. */
struct node *check_constant_name(struct checker *c, const struct node *node);

/* ---- aggregations: check_agg.c, check_buckets.c, check_agg_action.c */

/* `@a[keys] = f(args)`. */
int check_agg_stmt(struct checker *c, struct node *node);
/*
 * The constants of lquantize() and llquantize() in the checked arguments of
 * @call; nothing for other functions. @params has room for as many as
 * ident.agg_params. Returns 0 or -EINVAL.
 */
int check_bucket_params(struct checker *c, const struct node *call,
			enum agg_func func, int64_t *params);
/*
 * Checks that they are those of the first use of @ident. Returns 0 or -EINVAL.
 */
int compare_bucket_params(struct checker *c, const struct node *call,
			  const struct ident *ident, const int64_t *params);
/* Whether a script could have these ident.agg_params. */
bool bucket_params_valid(enum agg_func func, const int64_t *params);
/* Checks clear(), denormalize(), normalize(), trunc(). Returns 0 or -EINVAL. */
int check_agg_action(struct checker *c, struct node *node);

/* ---- order of actions in a clause: check_statement_order.c */

void check_order(struct checker *c, const struct clause *clause);

/* ---- check_tracemem.c */

int check_tracemem(struct checker *c, struct node *node);

/* ---- check_print.c */

int check_print(struct checker *c, struct node *node);

/* ---- check_format.c */

int check_printf(struct checker *c, struct node *node);
int check_printa(struct checker *c, struct node *node);
/* freopen() and system(). */
int check_command(struct checker *c, struct node *node);

/* ---- conversions: convert.c */

/* Converts @node to type @to, which must be a legal conversion. */
struct node *convert(struct checker *c, struct node *node,
		     const struct type *to);
/* Converts the operand of a unary operator: an enum becomes an int. */
struct node *promote(struct checker *c, struct node *node);
/* The type of an operation on two integers. */
const struct type *pair_type(const struct checker *c, const struct node *left,
			     const struct node *right);
/* Converts both to that type, which is returned. */
const struct type *convert_pair(struct checker *c, struct node **left,
				struct node **right);
/* A value where a string is wanted. */
struct node *convert_to_string(struct checker *c, struct node *node);
/* Arrays of characters in a list become strings, since they are data. */
void convert_texts(struct checker *c, struct node **list);
/* Converts an array or function to its address; other values are unchanged. */
struct node *decay(struct checker *c, struct node *node);
/*
 * Whether a value of @type is an address or a stack, which the consumer
 * resolves.
 */
bool is_address_type(const struct type *type);
/*
 * Finds the subroutine that gives such a value, in *@ret: enum builtin_subr,
 * and one for those that are the same. Returns false if it is not known.
 */
bool find_address_row(const struct node *node, unsigned int *ret);
/*
 * Whether the types are equal, apart from typedefs and qualifiers, also of the
 * targets of pointers; for integers, size and sign decide (long and long long
 * are equal).
 */
bool type_is_same(const struct type *a, const struct type *b);
struct node *integer_node(struct checker *c, struct loc loc, uint64_t value,
			  const struct type *type);

/* ---- constants: fold.c */

/* Truncates @value to the size of @type and extends it by its sign. */
uint64_t fold_fit(uint64_t value, const struct type *type);
struct node *fold_unary(struct checker *c, struct node *node);
struct node *fold_binary(struct checker *c, struct node *node);

#endif
