/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Operands of tracepoints.def -> what the code generator reads.
 */
#ifndef DTRACE_RUNTIME_PROVIDER_TP_OPERAND_H
#define DTRACE_RUNTIME_PROVIDER_TP_OPERAND_H

#include <stddef.h>

#include "lang/type.h"
#include "runtime/codegen/probe_abi.h"

/*
 * Reads one operand at *@text and moves behind it. @params are the types of
 * the tracepoint's arguments. Returns 0, -ENOENT: the kernel has no such
 * argument or member, -EINVAL: it is no operand.
 */
int tp_operand(const char **text, const struct type *const *params,
	       size_t param_cnt, struct abi_arg *ret);
/* "", OPERAND or OPERAND == OPERAND; as above. */
int tp_condition(const char *text, const struct type *const *params,
		 size_t param_cnt, struct abi_when *ret);
/* "OPERAND, OPERAND ...", up to ABI_ARG_MAX; as above. */
int tp_arguments(const char *text, const struct type *const *params,
		 size_t param_cnt, struct abi_arg ret[ABI_ARG_MAX]);

#endif
