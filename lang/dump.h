/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trees as text, for -x dump and the golden tests.
 */
#ifndef DTRACE_LANG_DUMP_H
#define DTRACE_LANG_DUMP_H

#include "base/text/strbuf.h"
#include "lang/ast.h"

/*
 * Appends the clauses, options, variables and providers of @program. After
 * the checker, expressions show their types: (+ (name a):int 1:int):int.
 */
void ast_dump(const struct program *program, struct strbuf *sb);
/* One expression or statement, on one line without newline. */
void ast_dump_node(const struct node *node, struct strbuf *sb);
const char *op_spelling(enum op op);

#endif
