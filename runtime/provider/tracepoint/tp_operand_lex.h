/* SPDX-License-Identifier: BSD-2-Clause */
/* Words and constants of operands: see tracepoints.def. */
#ifndef DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_OPERAND_LEX_H
#define DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_OPERAND_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/provider/tracepoint/tp_operand.h"

void tp_skip_blanks(const char **text);
/* If @token comes next, after blanks, moves past it and returns true. */
bool tp_take(const char **text, const char *token);
/* Reads a word, after blanks. Returns 0 or -EINVAL. */
int tp_take_word(const char **text, char *ret, size_t ret_bytes);

bool tp_is_constant(const char *text);
/*
 * "17", "0x8", "$execve", "enum.NAME", "bit.NAME" or "sizeof.TAG". Returns 0,
 * -ENOENT: the kernel does not have the name, or -EINVAL.
 */
int tp_take_constant(const char **text, const struct tp_scope *scope,
		     int64_t *ret);

#endif
