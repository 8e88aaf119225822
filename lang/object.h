/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Places: expressions that are objects in memory, *p, p->m, p[i], `symbol,
 * as opposed to values and to variables of D.
 */
#ifndef DTRACE_LANG_OBJECT_H
#define DTRACE_LANG_OBJECT_H

#include "lang/ast.h"

/* Is a checked node a place? Elements and members of variables are not. */
bool node_is_object(const struct node *node);
/* Which memory a place lies in. */
enum addr_space node_object_space(const struct node *node);

#endif
