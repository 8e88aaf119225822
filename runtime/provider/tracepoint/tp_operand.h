/* SPDX-License-Identifier: BSD-2-Clause */
/* Converts operands of tracepoints.def to steps for the code generator. */
#ifndef DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_OPERAND_H
#define DTRACE_RUNTIME_PROVIDER_TRACEPOINT_TP_OPERAND_H

#include <stddef.h>

#include "lang/type/type.h"
#include "runtime/common/probe_access.h"

/* The meaning of the words in an operand. All borrowed. */
struct tp_scope {
	struct arena *arena; /* for operands of several steps */
	struct type_table *types;
	const struct type *const *params; /* the tracepoint's arguments */
	size_t param_cnt;
	/* offsets in the context; NULL: one word each */
	const uint8_t *param_offs;
	const struct type *result; /* at a return; NULL: there is none */
	int16_t result_off;
	/* of an element of the row's list; NULL: there is none */
	const struct type *element;
	int16_t element_off; /* in the context, as the probe sees it */
};

/*
 * Reads one operand at *@text and moves past it. Returns 0, -ENOENT: the
 * kernel has no such argument or member, -EINVAL: it is no operand.
 */
int tp_operand(const char **text, const struct tp_scope *scope,
	       struct abi_arg *ret);
/* "" or TERM && TERM ...: see tracepoints.def; as above. */
int tp_condition(const char *text, const struct tp_scope *scope,
		 struct abi_when ret[ABI_WHEN_MAX]);
/* "OPERAND, OPERAND ...", up to ABI_ARG_MAX; as above. */
int tp_arguments(const char *text, const struct tp_scope *scope,
		 struct abi_arg ret[ABI_ARG_MAX]);
/* Whether the tracepoint of this name fires in interrupts. */
enum abi_irq tp_irq(const char *tracepoint);

#endif
