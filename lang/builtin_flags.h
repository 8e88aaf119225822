/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Properties of the rows of lang/table/builtins.def that several layers need.
 */
#ifndef DTRACE_LANG_BUILTIN_FLAGS_H
#define DTRACE_LANG_BUILTIN_FLAGS_H

#include "lang/ast.h"

/*
 * The enum builtin_flag bits of the function that a NODE_CALL calls; 0 for any
 * other node.
 */
unsigned int call_flags(const struct node *node);
/* The same for a built-in name of any kind; 0 for other names. */
unsigned int ident_flags(const struct ident *ident);
/* Whether a checked node is the built-in variable. */
bool reads_builtin(const struct node *node, enum builtin_var var);
/* Whether a node of any kind is a call of that subroutine, of that action. */
bool calls_subr(const struct node *node, enum builtin_subr subr);
bool calls_action(const struct node *node, enum action_kind action);
/* Number of arguments that args[] can name, including those without an
 * arg<N>. */
enum { PROBE_ARG_MAX = 20 };
/* The number of the probe's argument that a NODE_NAME refers to, or -1. */
int node_probe_arg(const struct node *node);
/* The arguments that clauses use: bit n is argument n. */
uint32_t clauses_probe_args(const struct clause *const *clauses, size_t cnt);
/* The name of an action. */
const char *action_name(enum action_kind action);

#endif
