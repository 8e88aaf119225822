/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes a typed tree: after this every expression has a type, every name an
 * identifier, every implicit conversion is a NODE_CAST, constants are folded.
 */
#ifndef DTRACE_LANG_CHECK_CHECK_H
#define DTRACE_LANG_CHECK_CHECK_H

#include "base/text/diag.h"
#include "lang/ast.h"
#include "lang/compile_input.h"

/*
 * Checks all clauses of @program in order of the text. Returns 0, or -EINVAL
 * when errors were reported (each clause is checked, so there can be many).
 */
int lang_check_program(struct program *program, const struct lang_env *env,
		       struct diag_list *diags);

/*
 * Whether args[] is read, directly or through an inline of @program. If so, a
 * clause can be checked only after the arguments of its probes are known
 * (clause->args), and other trees only where a clause uses them. @node is
 * visited with its siblings; NULL is allowed.
 */
bool node_uses_args(const struct program *program, const struct node *node);
bool clause_uses_args(const struct program *program,
		      const struct clause *clause);

/*
 * The value of a constant expression in a declaration (array size, width of
 * a bit-field, enumerator). Returns 0 or -EINVAL: not an integer constant.
 * Errors inside it are reported unless @is_quiet.
 */
int check_constant(struct program *program, struct node *node,
		   struct diag_list *diags, bool is_quiet, int64_t *ret);

#endif
