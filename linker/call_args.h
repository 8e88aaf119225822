/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the arguments of a classic call are: by the calling convention.
 */
#ifndef DTRACE_LINKER_CALL_ARGS_H
#define DTRACE_LINKER_CALL_ARGS_H

#include <stdint.h>

#include "base/text/strbuf.h"
#include "lang/ast.h"

/*
 * Appends the operand string of a site that was a call of @probe on
 * @e_machine: "-4@%edi 8@%rsi". @stack_bytes: see struct link_patch. Returns
 * NULL, or static text on why the declared type of the parameter *@bad_ret
 * can't be an operand.
 */
const char *link_call_args(uint16_t e_machine, const struct probe_decl *probe,
			   unsigned int stack_bytes, struct strbuf *sb,
			   const struct probe_param **bad_ret);

#endif
