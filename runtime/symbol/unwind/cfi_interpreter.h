/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call frame information (DWARF, in the form of .eh_frame): runs the program of
 * a function row by row, and converts each row to a rule of
 * runtime/common/unwind_abi.h.
 */
#ifndef DTRACE_RUNTIME_SYMBOL_UNWIND_CFI_INTERPRETER_H
#define DTRACE_RUNTIME_SYMBOL_UNWIND_CFI_INTERPRETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/common/unwind_abi.h"
#include "runtime/symbol/unwind/cfi_bytes.h"

enum { CFI_REG_CNT = 17, CFI_REG_RETURN = 16 };

/* Where a register of the caller is. */
enum cfi_where {
	CFI_SAME, /* where it was */
	CFI_UNDEFINED,
	CFI_OFFSET, /* at CFA + off */
	CFI_EXPR, /* at the address that the expression computes */
	CFI_OTHER, /* elsewhere: not understood */
};

struct cfi_reg {
	enum cfi_where where;
	int64_t off;
	struct cfi_bytes expr;
};

/* One row: the rules that hold from an address on. */
struct cfi_row {
	bool is_expr; /* the CFA is an expression's value, else reg + off */
	uint64_t cfa_reg; /* DWARF's number */
	int64_t cfa_off;
	struct cfi_bytes cfa_expr;
	struct cfi_reg regs[CFI_REG_CNT];
};

/* The part that functions share (CIE). */
struct cfi_common {
	uint64_t code_align;
	int64_t data_align;
	uint64_t return_reg;
	uint8_t pointer_encoding; /* DW_EH_PE_... */
	bool is_signal;
	bool has_more; /* a function has bytes of it before its program */
	struct cfi_bytes program;
};

struct cfi_function {
	const struct cfi_common *common;
	uint64_t start_vaddr, end_vaddr;
	struct cfi_bytes program;
};

typedef void cfi_row_fn(void *ctx, uint64_t vaddr, const struct unw_rule *rule);

/*
 * Calls @fn for each row of @function, by ascending addresses. From an
 * instruction that is not understood on, the function has the rule UNW_NONE.
 */
void cfi_run(const struct cfi_function *function, cfi_row_fn *fn, void *ctx);

/* cfi_rule.c: the rule for a row; the machine-dependent part. */
struct unw_rule cfi_rule(const struct cfi_common *common,
			 const struct cfi_row *row);

#endif
