/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether a clause can run in the traced program itself (runtime/direct/).
 */
#ifndef DTRACE_LANG_DIRECT_CLAUSE_H
#define DTRACE_LANG_DIRECT_CLAUSE_H

#include "lang/ast.h"

/*
 * Returns NULL if it can, or the first thing in the checked clause that needs
 * the kernel, for a message: "ustack()", "the global variable x". The text is
 * in @arena.
 */
const char *clause_needs_kernel(const struct clause *clause,
				struct arena *arena);
/*
 * The arguments of the probe at which a checked clause reads strings of the
 * program: bit n is argument n.
 */
uint32_t clause_string_args(const struct clause *clause);
/* Whether a checked clause reads tid. */
bool clause_reads_tid(const struct clause *clause);
/* Whether a checked clause can call exit(). */
bool clause_exits(const struct clause *clause);
/*
 * Bytes of memory that one statement, or what is recorded together, surely takes
 * for such strings: the most in the clause, with strings of at most @strsize.
 */
uint64_t clause_string_bytes(const struct clause *clause, uint64_t strsize);

#endif
