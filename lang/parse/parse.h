/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses D text into a tree. One grammar for scripts and provider definitions.
 */
#ifndef DTRACE_LANG_PARSE_PARSE_H
#define DTRACE_LANG_PARSE_PARSE_H

#include "base/text/diag.h"
#include "base/text/src.h"
#include "lang/ast.h"
#include "lang/compile_input.h"

/* Makes @program empty. @arena and @types are borrowed. */
void program_init(struct program *program, struct arena *arena,
		  struct type_table *types);
void program_deinit(struct program *program);

/*
 * Appends the definitions of @src to @program, so several texts make one
 * program, in order. @src must live as long as the tree; line markers are added
 * to it. Returns 0, or -EINVAL if errors were reported.
 */
int lang_parse_program(struct program *program, const struct lang_env *env,
		       struct src *src, struct diag_list *diags);

/*
 * The same for the input of -h and -G, a provider definition, which is read
 * leniently: undeclared type words are accepted (TYPE_UNKNOWN), lines with `#`
 * are comments unless the text is preprocessed, everything else that D allows
 * is skipped, and the text may be empty. Providers are checked completely
 * (names, duplicates, counts); attributes are applied.
 */
int lang_parse_providers(struct program *program, const struct lang_env *env,
			 struct src *src, struct diag_list *diags);

/*
 * A file of the D library (lang/library_lookup.h): its definitions are available to
 * all of @program; names that the program already defines are skipped. Nothing
 * is added if the file depends on something that does not exist; returns
 * -ENODEV then.
 */
int lang_parse_library(struct program *program, struct src *src,
		       struct diag_list *diags);

#endif
