/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which self-> variables a clause uses, and whether it can be the first one to
 * run in the traced program (docs/direct-probes.md): one that reads none of them
 * before it has set all.
 */
#ifndef DTRACE_LANG_DIRECT_SELF_H
#define DTRACE_LANG_DIRECT_SELF_H

#include "lang/ast.h"

enum { SELF_OWNED_MAX = 64 }; /* variables with a larger id have no bit */

/* The self-> variables of a checked clause: bit N is that with id N. */
uint64_t clause_selfs(const struct clause *clause);
/*
 * Whether a firing of the clause can do with none of the values that @vars had
 * before: it uses none, or sets all of them first, one directly after the other,
 * so that no fault comes in between.
 */
bool clause_sets_selfs_first(const struct clause *clause, uint64_t vars);

#endif
