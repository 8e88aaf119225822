/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Facts of the rows of lang/builtins.def that several layers ask for.
 */
#ifndef DTRACE_LANG_BUILTIN_H
#define DTRACE_LANG_BUILTIN_H

#include "lang/ast.h"

/* enum builtin_flag bits of what a NODE_CALL calls; 0 for anything else. */
unsigned int call_flags(const struct node *node);
/* The name of an action. */
const char *action_name(enum action_kind action);

#endif
