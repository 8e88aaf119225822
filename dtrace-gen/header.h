/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Provider definitions -> the C header that programs include (-h).
 */
#ifndef DTRACE_GEN_HEADER_H
#define DTRACE_GEN_HEADER_H

#include "base/strbuf.h"
#include "lang/ast.h"

/*
 * Appends the header of all providers of @program, in file order. @guard is
 * the macro of an include guard, or NULL for none. Same input, same bytes.
 */
void gen_header(const struct program *program, const char *guard,
		struct strbuf *sb);
/*
 * Appends a guard macro made from the file name of @path: "lib/my-probes.h"
 * -> "MY_PROBES_H".
 */
void gen_guard_name(const char *path, struct strbuf *sb);

#endif
