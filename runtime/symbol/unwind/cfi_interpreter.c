// SPDX-License-Identifier: BSD-2-Clause
/*
 * Two programs are run for a function. The first, which functions share, gives
 * the first row; the function's own program changes that row and advances:
 *
 *	advance 4; def_cfa_offset 16; offset rbp -16; ...
 *
 * A file can contain anything: every step is limited to the bytes that are
 * left; addresses only increase, and end where the function does.
 */
#include "runtime/symbol/unwind/cfi_interpreter.h"

#include <dwarf.h>
#include <string.h>

enum { REMEMBER_MAX = 16 };

/* A program that runs. */
struct run {
	const struct cfi_common *common;
	struct cfi_row row;
	struct cfi_row first; /* the rules to which DW_CFA_restore returns */
	struct cfi_row remembered[REMEMBER_MAX];
	unsigned int remembered_cnt;
	uint64_t vaddr, end_vaddr;
	cfi_row_fn *fn; /* NULL: while the shared program runs */
	void *ctx;
	bool is_bad; /* not understood */
};

static void tell(struct run *run)
{
	struct unw_rule rule;

	if (!run->fn || run->vaddr >= run->end_vaddr)
		return;
	rule = cfi_rule(run->common, &run->row);
	run->fn(run->ctx, run->vaddr, &rule);
}

static void advance(struct run *run, uint64_t units)
{
	uint64_t step;

	if (!units)
		return;
	tell(run);
	if (__builtin_mul_overflow(units, run->common->code_align, &step) ||
	    step > run->end_vaddr - run->vaddr)
		step = run->end_vaddr - run->vaddr;
	run->vaddr += step;
}

static void set_reg(struct run *run, uint64_t reg, enum cfi_where where,
		    int64_t off)
{
	if (reg < CFI_REG_CNT)
		run->row.regs[reg] = (struct cfi_reg){ .where = where,
						       .off = off };
}

static void set_expr(struct run *run, uint64_t reg, struct cfi_bytes expr)
{
	if (reg < CFI_REG_CNT)
		run->row.regs[reg] = (struct cfi_reg){ .where = CFI_EXPR,
						       .expr = expr };
}

/* An offset that is too large is as good as unknown. */
static int64_t scale(const struct run *run, int64_t units)
{
	int64_t off;

	return __builtin_mul_overflow(units, run->common->data_align, &off) ?
		       INT64_MAX : off;
}

static void restore(struct run *run, uint64_t reg)
{
	if (reg < CFI_REG_CNT)
		run->row.regs[reg] = run->first.regs[reg];
}

static void set_cfa(struct run *run, uint64_t reg, int64_t off)
{
	run->row.is_expr = false;
	run->row.cfa_reg = reg;
	run->row.cfa_off = off;
}

static void remember(struct run *run)
{
	if (run->remembered_cnt == REMEMBER_MAX)
		run->is_bad = true;
	else
		run->remembered[run->remembered_cnt++] = run->row;
}

static void go_back(struct run *run)
{
	if (!run->remembered_cnt)
		run->is_bad = true;
	else
		run->row = run->remembered[--run->remembered_cnt];
}

static void move_on(struct run *run, uint8_t code, struct cfi_bytes *bytes)
{
	unsigned int size_bytes = code == DW_CFA_advance_loc1 ? 1 :
				  code == DW_CFA_advance_loc2 ? 2 :
				  code == DW_CFA_advance_loc4 ? 4 : 8;

	advance(run, cfi_number(bytes, size_bytes));
}

/* An expression for a register or for the CFA. */
static void step_expr(struct run *run, uint8_t code, struct cfi_bytes *bytes)
{
	uint64_t reg = code == DW_CFA_def_cfa_expression ? 0 : cfi_uleb(bytes);
	struct cfi_bytes expr = cfi_take(bytes, cfi_uleb(bytes));

	if (code == DW_CFA_expression) {
		set_expr(run, reg, expr);
	} else if (code == DW_CFA_val_expression) {
		set_reg(run, reg, CFI_OTHER, 0);
	} else {
		run->row.is_expr = true;
		run->row.cfa_expr = expr;
	}
}

static void step_cfa(struct run *run, uint8_t code, struct cfi_bytes *bytes)
{
	struct cfi_row *row = &run->row;
	uint64_t reg = row->cfa_reg;
	int64_t off = row->cfa_off;

	if (code != DW_CFA_def_cfa_offset && code != DW_CFA_def_cfa_offset_sf)
		reg = cfi_uleb(bytes);
	if (code == DW_CFA_def_cfa || code == DW_CFA_def_cfa_offset)
		off = (int64_t)cfi_uleb(bytes);
	else if (code != DW_CFA_def_cfa_register)
		off = scale(run, cfi_sleb(bytes));
	if (row->is_expr && code != DW_CFA_def_cfa &&
	    code != DW_CFA_def_cfa_sf)
		run->is_bad = true;
	set_cfa(run, reg, off);
}

static void step_reg(struct run *run, uint8_t code, struct cfi_bytes *bytes)
{
	uint64_t reg = cfi_uleb(bytes);

	switch (code) {
	case DW_CFA_offset_extended:
		set_reg(run, reg, CFI_OFFSET,
			scale(run, (int64_t)cfi_uleb(bytes)));
		break;
	case DW_CFA_offset_extended_sf:
		set_reg(run, reg, CFI_OFFSET, scale(run, cfi_sleb(bytes)));
		break;
	case DW_CFA_GNU_negative_offset_extended:
		set_reg(run, reg, CFI_OFFSET,
			scale(run, -(int64_t)cfi_uleb(bytes)));
		break;
	case DW_CFA_restore_extended:
		restore(run, reg);
		break;
	case DW_CFA_undefined:
		set_reg(run, reg, CFI_UNDEFINED, 0);
		break;
	case DW_CFA_same_value:
		set_reg(run, reg, CFI_SAME, 0);
		break;
	default: /* in another register, or a value */
		cfi_uleb(bytes);
		set_reg(run, reg, CFI_OTHER, 0);
		break;
	}
}

static void step_extended(struct run *run, uint8_t code,
			  struct cfi_bytes *bytes)
{
	switch (code) {
	case DW_CFA_nop:
		break;
	case DW_CFA_advance_loc1:
	case DW_CFA_advance_loc2:
	case DW_CFA_advance_loc4:
	case DW_CFA_MIPS_advance_loc8:
		move_on(run, code, bytes);
		break;
	case DW_CFA_remember_state:
		remember(run);
		break;
	case DW_CFA_restore_state:
		go_back(run);
		break;
	case DW_CFA_def_cfa:
	case DW_CFA_def_cfa_sf:
	case DW_CFA_def_cfa_register:
	case DW_CFA_def_cfa_offset:
	case DW_CFA_def_cfa_offset_sf:
		step_cfa(run, code, bytes);
		break;
	case DW_CFA_def_cfa_expression:
	case DW_CFA_expression:
	case DW_CFA_val_expression:
		step_expr(run, code, bytes);
		break;
	case DW_CFA_offset_extended:
	case DW_CFA_offset_extended_sf:
	case DW_CFA_GNU_negative_offset_extended:
	case DW_CFA_restore_extended:
	case DW_CFA_undefined:
	case DW_CFA_same_value:
	case DW_CFA_register:
	case DW_CFA_val_offset:
	case DW_CFA_val_offset_sf:
		step_reg(run, code, bytes);
		break;
	case DW_CFA_GNU_args_size:
		cfi_uleb(bytes);
		break;
	default: /* also DW_CFA_set_loc, which no compiler writes */
		run->is_bad = true;
		break;
	}
}

static void run_program(struct run *run, struct cfi_bytes program)
{
	while (program.at < program.end && !program.is_bad && !run->is_bad) {
		uint8_t code = (uint8_t)cfi_number(&program, 1);
		uint8_t low = code & 0x3f;

		switch (code & 0xc0) {
		case DW_CFA_advance_loc:
			advance(run, low);
			break;
		case DW_CFA_offset:
			set_reg(run, low, CFI_OFFSET,
				scale(run, (int64_t)cfi_uleb(&program)));
			break;
		case DW_CFA_restore:
			restore(run, low);
			break;
		default:
			step_extended(run, low, &program);
			break;
		}
	}
	run->is_bad |= program.is_bad;
}

void cfi_run(const struct cfi_function *function, cfi_row_fn *fn, void *ctx)
{
	struct run run = {
		.common = function->common,
		.vaddr = function->start_vaddr,
		.end_vaddr = function->end_vaddr,
	};

	run_program(&run, function->common->program);
	/* the shared program gives one row */
	run.vaddr = function->start_vaddr;
	run.first = run.row;
	run.remembered_cnt = 0;
	run.fn = fn;
	run.ctx = ctx;
	if (!run.is_bad)
		run_program(&run, function->program);
	if (!run.is_bad)
		tell(&run);
	else if (run.vaddr < run.end_vaddr)
		fn(ctx, run.vaddr, &(struct unw_rule){ .kind = UNW_NONE });
}
