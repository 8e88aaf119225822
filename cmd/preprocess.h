/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The C preprocessor, run on files of -s (-C).
 */
#ifndef DTRACE_CMD_PREPROCESS_H
#define DTRACE_CMD_PREPROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/args.h"

/*
 * Reads @path through the preprocessor: $CPP, or cpp, with the -I -D -U -H -X
 * of @args; @for_script adds the macros that D scripts expect. The text
 * belongs to the caller (free()). Returns 0, or -errno after a message.
 */
int preprocess(const struct cmd_args *args, const char *path, bool for_script,
	       char **text_ret, size_t *len_ret);
/*
 * Appends to @sb a make rule: @target depends on @path and on every file that
 * the line markers of @text name.
 */
void preprocess_depends(const char *target, const char *path, const char *text,
			struct strbuf *sb);

#endif
