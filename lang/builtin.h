/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Facts of the rows of lang/builtins.def that several layers ask for.
 */
#ifndef DTRACE_LANG_BUILTIN_H
#define DTRACE_LANG_BUILTIN_H

#include "lang/ast.h"

/* enum builtin_flag bits of what a NODE_CALL calls; 0 for anything else. */
unsigned int call_flags(const struct node *node);
/* Arguments that args[] can name, those without an arg<N> included. */
enum { PROBE_ARG_MAX = 20 };
/* Of the probe's argument that a NODE_NAME is: its number; else -1. */
int node_probe_arg(const struct node *node);
/* Those that clauses use: bit n is argument n. */
uint32_t clauses_probe_args(const struct clause *const *clauses, size_t cnt);
/* The name of an action. */
const char *action_name(enum action_kind action);

#endif
