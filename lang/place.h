/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Places: expressions that are objects in memory (*p, p->m, p[i], `symbol), as
 * opposed to values and to variables of D; and the parts of places.
 */
#ifndef DTRACE_LANG_PLACE_H
#define DTRACE_LANG_PLACE_H

#include "lang/ast.h"

/*
 * Whether a checked node is a place. Elements and members of variables are not.
 */
bool node_is_place(const struct node *node);
/* Which memory a place lies in. */
enum addr_space node_place_space(const struct node *node);

/*
 * The NODE_NAME of the variable that a checked node is, or of which it is an
 * element or member: x, self->a[2], b[pid].name[3]. NULL: it is not part of a
 * variable, though perhaps reached through a pointer in one.
 */
const struct node *node_variable(const struct node *node);
/* a[keys] of an associative array, whose type is that of its elements */
bool node_is_assoc(const struct node *node);

/*
 * s[i] of a string that a program may modify: a variable or a part of one, or
 * in scratch memory.
 */
bool node_is_character(const struct node *node);

#endif
