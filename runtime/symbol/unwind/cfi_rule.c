// SPDX-License-Identifier: BSD-2-Clause
/*
 * Converts a row of call frame information to the rule that BPF programs
 * follow. A row without a rule is UNW_NONE: a walk ends there, and never
 * guesses.
 *
 * This is the machine-dependent part: registers, the expressions that tools
 * write into .eh_frame, the frame of a signal. On machines without it every row
 * is UNW_NONE, and the tables are not used.
 */
#include <dwarf.h>
#include <string.h>

#include "runtime/symbol/unwind/cfi_interpreter.h"

enum {
	DWARF_RBP = 6,
	DWARF_RSP = 7,
	SAVED_MAX = 254,
	SIGNAL_RSP = 120, /* offsets of rsp and rip in a sigcontext */
	SIGNAL_RIP = 128,
};

/*
 * Indexed by DWARF's numbers (rax rdx rcx rbx ...): places in struct pt_regs.
 */
static const uint8_t places[CFI_REG_RETURN] = { 10, 12, 11, 5, 13, 14, 4, 19,
						9,  8,	7,  6, 3,  2,  1, 0 };

/* Indexed by DWARF's numbers: offsets in a sigcontext. */
static const uint8_t signal_offs[CFI_REG_CNT] = {
	104, 96, 112, 88, 72, 64, 80, 120, 0, 8, 16, 24, 32, 40, 48, 56, 128
};

/* DW_OP_bregN: the register, *@off_ret; -1: another operation. */
static int base_reg(struct cfi_bytes *expr, int64_t *off_ret)
{
	uint8_t op = (uint8_t)cfi_number(expr, 1);

	if (expr->is_bad || op < DW_OP_breg0 || op > DW_OP_breg16)
		return -1;
	*off_ret = cfi_sleb(expr);
	return expr->is_bad ? -1 : op - DW_OP_breg0;
}

static bool fits(int64_t off)
{
	return off >= INT32_MIN / 2 && off <= INT32_MAX / 2;
}

static bool is_empty(const struct cfi_bytes *bytes)
{
	return !bytes->is_bad && bytes->at == bytes->end;
}

/* bregN off; deref; then nothing, plus_uconst n, or lit n; plus */
static bool match_deref(struct cfi_bytes expr, struct unw_rule *rule)
{
	int64_t off, more = 0;
	int reg = base_reg(&expr, &off);
	uint8_t op;

	if (reg < 0 || reg >= CFI_REG_RETURN || !fits(off) ||
	    cfi_number(&expr, 1) != DW_OP_deref)
		return false;
	if (expr.at < expr.end) {
		op = (uint8_t)cfi_number(&expr, 1);
		if (op == DW_OP_plus_uconst)
			more = (int64_t)cfi_uleb(&expr);
		else if (op >= DW_OP_lit0 && op <= DW_OP_lit31 &&
			 cfi_number(&expr, 1) == DW_OP_plus)
			more = op - DW_OP_lit0;
		else
			return false;
	}
	if (!is_empty(&expr) || !fits(more))
		return false;
	*rule = (struct unw_rule){ .kind = UNW_DEREF, .reg = places[reg],
				   .off = (int)off, .more = (int)more };
	return true;
}

/* breg7 8; breg16 0; lit15; and; litN; ge; lit3; shl; plus */
static bool match_plt(struct cfi_bytes expr, struct unw_rule *rule)
{
	static const uint8_t tail[] = { DW_OP_ge, DW_OP_lit3, DW_OP_shl,
					DW_OP_plus };
	int64_t off, zero;
	uint8_t limit;

	if (base_reg(&expr, &off) != DWARF_RSP || !fits(off) ||
	    base_reg(&expr, &zero) != CFI_REG_RETURN || zero ||
	    cfi_number(&expr, 1) != DW_OP_lit15 ||
	    cfi_number(&expr, 1) != DW_OP_and)
		return false;
	limit = (uint8_t)cfi_number(&expr, 1);
	if (limit < DW_OP_lit0 || limit > DW_OP_lit31 ||
	    (size_t)(expr.end - expr.at) != sizeof(tail) ||
	    memcmp(expr.at, tail, sizeof(tail)))
		return false;
	*rule = (struct unw_rule){ .kind = UNW_PLT, .reg = places[DWARF_RSP],
				   .off = (int)off, .more = limit - DW_OP_lit0 };
	return true;
}

/* Is the register saved at rsp + off? */
static bool is_at(const struct cfi_reg *reg, int64_t off)
{
	struct cfi_bytes expr = reg->expr;
	int64_t own;

	return reg->where == CFI_EXPR && base_reg(&expr, &own) == DWARF_RSP &&
	       own == off && is_empty(&expr);
}

/* The rule for the frame of a signal: every register is in its place. */
static struct unw_rule signal_rule(const struct cfi_row *row)
{
	struct unw_rule rule = { .kind = UNW_NONE };
	int64_t base;

	if (!row->is_expr || !match_deref(row->cfa_expr, &rule) ||
	    rule.reg != places[DWARF_RSP] || rule.more)
		return (struct unw_rule){ .kind = UNW_NONE };
	base = rule.off - SIGNAL_RSP;
	for (int i = 0; i < CFI_REG_CNT; i++)
		if (!is_at(&row->regs[i], base + signal_offs[i]))
			return (struct unw_rule){ .kind = UNW_NONE };
	return (struct unw_rule){ .kind = UNW_SIGNAL,
				  .reg = places[DWARF_RSP],
				  .off = (int)base };
}

/* The word below @base_off in which a register is saved; 0: in none. */
static uint8_t words_below(int64_t off, int64_t base_off)
{
	int64_t bytes = base_off - off;

	return bytes > 0 && bytes % 8 == 0 && bytes / 8 <= SAVED_MAX ?
		       (uint8_t)(bytes / 8) : UNW_LOST;
}

/*
 * A function that aligns its stack saves registers relative to its frame
 * pointer.
 */
static uint8_t saved_by_base(const struct unw_rule *rule,
			     const struct cfi_reg *reg)
{
	struct cfi_bytes expr = reg->expr;
	int64_t off;
	int base = base_reg(&expr, &off);

	if (rule->kind != UNW_DEREF || base < 0 || base >= CFI_REG_RETURN ||
	    places[base] != rule->reg || !is_empty(&expr))
		return UNW_LOST;
	return words_below(off, 8);
}

static void set_saved(struct unw_rule *rule, const struct cfi_row *row)
{
	bool has_expr = false, has_offset = false;

	for (int i = 0; i < CFI_REG_RETURN; i++) {
		const struct cfi_reg *reg = &row->regs[i];
		uint8_t *saved;

		if (places[i] >= UNW_SAVED_CNT || reg->where == CFI_SAME)
			continue;
		saved = &rule->saved[places[i]];
		*saved = UNW_LOST;
		if (reg->where == CFI_OFFSET) {
			*saved = words_below(reg->off, 0);
			has_offset = true;
		} else if (reg->where == CFI_EXPR) {
			*saved = saved_by_base(rule, reg);
			has_expr |= *saved != UNW_LOST;
		}
	}
	if (!has_expr)
		return;
	/* a rule has no room for both */
	for (int i = 0; has_offset && i < UNW_SAVED_CNT; i++)
		if (rule->saved[i])
			rule->saved[i] = UNW_LOST;
	if (!has_offset)
		rule->kind |= UNW_BY_BASE;
}

struct unw_rule cfi_rule(const struct cfi_common *common,
			 const struct cfi_row *row)
{
	const struct cfi_reg *ra = &row->regs[CFI_REG_RETURN];
	struct unw_rule rule = { .kind = UNW_NONE };

#if !defined(__x86_64__)
	return rule;
#endif
	if (common->return_reg != CFI_REG_RETURN)
		return rule;
	if (common->is_signal)
		return signal_rule(row);
	if (ra->where == CFI_UNDEFINED)
		return (struct unw_rule){ .kind = UNW_END };
	if (ra->where != CFI_OFFSET || ra->off != -8)
		return rule;
	if (row->is_expr) {
		if (!match_deref(row->cfa_expr, &rule) &&
		    !match_plt(row->cfa_expr, &rule))
			return (struct unw_rule){ .kind = UNW_NONE };
	} else {
		if (row->cfa_reg >= CFI_REG_RETURN || !fits(row->cfa_off))
			return rule;
		rule = (struct unw_rule){ .kind = UNW_REG,
					  .reg = places[row->cfa_reg],
					  .off = (int)row->cfa_off };
	}
	/* the stack pointer is the CFA; it is not saved */
	if (row->regs[DWARF_RSP].where != CFI_SAME)
		return (struct unw_rule){ .kind = UNW_NONE };
	set_saved(&rule, row);
	return rule;
}
