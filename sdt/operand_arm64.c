// SPDX-License-Identifier: BSD-2-Clause
/*
 * Operands of arm64 as compilers print them:
 *
 *	5  #5  -1  sym+4		constant
 *	x1  w1  sp  xzr			register; xzr is the constant 0
 *	[sp, 16]  [x19]  [x22, #20]	memory: base and displacement
 *	[x0, x1]  [x0, x1, lsl 3]	memory: base and index
 *	[x0, w1, uxtw 2]  [x0, w1, sxtw]	low half of the index
 *	[x0, #:lo12:sym]		x0 holds the page of sym
 *
 * The '#' of a number is optional. [x0, 8]! and [x0], 8 change the register
 * while an instruction runs; at a probe it is not known which value holds.
 */
#include <string.h>

#include "sdt/operand_expr.h"

/* How an index register is widened: "uxtw 2". */
static const struct index_ext {
	const char *name;
	uint8_t bytes;
	bool is_signed;
} index_exts[] = {
	{ "lsl", 8, false },  { "uxtx", 8, false }, { "sxtx", 8, true },
	{ "uxtw", 4, false }, { "sxtw", 4, true },
};

/*
 * Row of the register at the scanner, which moves past it only when there is
 * one.
 */
static int accept_reg(struct operand *op)
{
	struct operand ahead = *op;
	size_t len;
	const char *word = operand_word(&ahead, &len);
	int row = sdt_reg_find(op->env->machine, word, len);

	if (row != SDT_REG_NONE)
		*op = ahead;
	return row;
}

static const struct sdt_reg *reg_of(const struct operand *op, int row)
{
	return sdt_reg_get(op->env->machine, row);
}

/* v0.2d, d0, s31: a letter of these and a number. */
static bool at_vector_reg(const struct operand *op)
{
	struct operand ahead = *op;
	size_t len;
	const char *word = operand_word(&ahead, &len);

	if (len < 2 || len > 3 || !strchr("bhsdqvz", word[0]))
		return false;
	for (size_t i = 1; i < len; i++)
		if (word[i] < '0' || word[i] > '9')
			return false;
	return true;
}

static void set_index(struct sdt_arg *arg, int row, const struct index_ext *ext,
		      unsigned shift_bits)
{
	arg->index_reg = row;
	arg->index_bytes = ext->bytes;
	arg->index_signed = ext->is_signed;
	arg->scale = 1u << shift_bits;
}

/* "lsl 3" */
static const char *parse_extension(struct operand *op, struct sdt_arg *arg,
				   int row)
{
	struct operand_value shift = { 0 };
	size_t len;
	const char *word = operand_word(op, &len);

	for (size_t i = 0; i < sizeof(index_exts) / sizeof(index_exts[0]);
	     i++) {
		const char *why = NULL;

		if (!operand_word_is(word, len, index_exts[i].name))
			continue;
		operand_accept(op, '#');
		if (operand_peek(op) != ']')
			why = operand_expr(op, &shift);
		if (why)
			return why;
		if (shift.vaddr_cnt || shift.number > 4)
			return "index shifted by more than 4";
		set_index(arg, row, &index_exts[i], shift.number);
		return NULL;
	}
	return "unknown extension of the index";
}

/* "x1", "x1, lsl 3", "w1, uxtw 2" */
static const char *parse_index(struct operand *op, struct sdt_arg *arg, int row)
{
	const struct sdt_reg *reg = reg_of(op, row);
	const char *why = NULL;

	if (operand_accept(op, ','))
		why = parse_extension(op, arg, row);
	else
		set_index(arg, row, &index_exts[reg->width_bytes == 4 ? 3 : 0],
			  0);
	if (why)
		return why;
	if (arg->index_bytes > reg->width_bytes)
		return "base and index of different widths";
	if (reg->ptregs_off == SDT_REG_ZERO) {
		arg->index_reg = SDT_REG_NONE;
		arg->scale = 0;
	}
	return NULL;
}

/* ":lo12:sym+4": the part of an address that adrp omits. */
static const char *parse_lo12(struct operand *op, struct sdt_arg *arg)
{
	struct operand_value value;
	size_t len;
	const char *word = operand_word(op, &len);
	const char *why;

	if (!operand_word_is(word, len, "lo12") || !operand_accept(op, ':'))
		return "an address in the linker's tables, not the value";
	why = operand_expr(op, &value);
	if (why)
		return why;
	if (value.vaddr_cnt != 1)
		return "not a single address";
	/* Programs are moved by whole pages, so this part stays. */
	arg->value = value.number & 0xfff;
	return NULL;
}

/* What follows the base and a comma. */
static const char *parse_offset(struct operand *op, struct sdt_arg *arg)
{
	struct operand_value disp;
	const char *why;
	int row = accept_reg(op);

	if (row != SDT_REG_NONE)
		return parse_index(op, arg, row);
	operand_accept(op, '#');
	if (operand_accept(op, ':'))
		return parse_lo12(op, arg);
	why = operand_expr(op, &disp);
	if (why)
		return why;
	if (disp.vaddr_cnt)
		return "an address as displacement";
	arg->value = (int64_t)disp.number;
	return NULL;
}

/* Parses what follows '['. */
static const char *parse_memory(struct operand *op, struct sdt_arg *arg)
{
	const char *why;
	int row = accept_reg(op);

	if (row == SDT_REG_NONE)
		return "unknown base register";
	if (reg_of(op, row)->width_bytes != 8 ||
	    reg_of(op, row)->ptregs_off == SDT_REG_ZERO)
		return "not a register for addresses";
	arg->reg = row;
	if (operand_accept(op, ',')) {
		why = parse_offset(op, arg);
		if (why)
			return why;
	}
	if (!operand_accept(op, ']'))
		return "missing ]";
	if (!operand_at_end(op))
		return "a base register that is changed by the access";
	arg->kind = SDT_ARG_MEM;
	return NULL;
}

static const char *set_reg(struct operand *op, struct sdt_arg *arg, int row)
{
	if (!arg->size_bytes)
		arg->size_bytes = reg_of(op, row)->width_bytes;
	if (reg_of(op, row)->ptregs_off == SDT_REG_ZERO) {
		arg->kind = SDT_ARG_CONST;
		return NULL;
	}
	arg->kind = SDT_ARG_REG;
	arg->reg = row;
	return NULL;
}

const char *operand_parse_arm64(struct operand *op, struct sdt_arg *arg)
{
	struct operand_value value;
	const char *why;
	int row;

	if (operand_accept(op, '['))
		return parse_memory(op, arg);
	row = accept_reg(op);
	if (row != SDT_REG_NONE)
		return set_reg(op, arg, row);
	if (at_vector_reg(op))
		return "a vector register, which the kernel does not save";
	operand_accept(op, '#');
	why = operand_expr(op, &value);
	return why ? why : operand_set_const(&value, arg);
}
