// SPDX-License-Identifier: BSD-2-Clause
/*
 * Operands of x86 in the assembler's syntax, 64-bit and 32-bit:
 *
 *	$5  $-1  $0x10  $sym+4		constant
 *	%rdi  %eax  %ah  %r8d  rdi	register
 *	8(%rsp)  (%rax)  -2(%rbp)	memory: base and displacement
 *	(%rax,%rdx,4)  8(,%rcx,8)	memory: base, index * scale
 *	sym(%rip)  8+sym(%rip)  sym	memory at a link-time address
 *
 * "sym(%rip)" means the address of sym, not an offset from it: the assembler
 * turns it into a distance, so the register's value is of no use here.
 * %fs:8 is thread-local, and %xmm0 is not saved where a probe could read it.
 */
#include <elf.h>
#include <errno.h>
#include <string.h>

#include "sdt/operand_expr.h"

static const char *const segment_regs[] = {
	"cs", "ds", "es", "fs", "gs", "ss"
};

static bool is_32_bit(const struct operand *op)
{
	return op->env->machine == EM_386;
}

static bool is_segment(const char *word, size_t len)
{
	for (size_t i = 0; i < sizeof(segment_regs) / sizeof(char *); i++)
		if (operand_word_is(word, len, segment_regs[i]))
			return true;
	return false;
}

static bool is_rip(const char *word, size_t len)
{
	return operand_word_is(word, len, "rip") ||
		operand_word_is(word, len, "eip");
}

/* Why a register without a row can't be read. */
static const char *unknown_register(const char *word, size_t len)
{
	static const char *const prefixes[] = { "xmm", "ymm", "zmm",
						"st",  "mm",  "k" };

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(char *); i++) {
		size_t prefix_len = strlen(prefixes[i]);

		if (len >= prefix_len && !memcmp(word, prefixes[i], prefix_len))
			return "a vector register, which the kernel does not save";
	}
	return "unknown register";
}

/* The row of the register at the scanner, after '%'. */
static const char *parse_reg(struct operand *op, int *row_ret)
{
	size_t len;
	const char *word = operand_word(op, &len);
	int row = sdt_reg_find(op->env->machine, word, len);

	if (row == SDT_REG_NONE)
		return unknown_register(word, len);
	/* rax and r8d, but not eax */
	if (is_32_bit(op) && word[0] == 'r')
		return "a register that 32-bit programs do not have";
	*row_ret = row;
	return NULL;
}

static const char *parse_reg_operand(struct operand *op, struct sdt_arg *arg)
{
	const struct sdt_reg *reg;
	const char *why;
	int row;

	why = parse_reg(op, &row);
	if (why)
		return why;
	reg = sdt_reg_get(op->env->machine, row);
	if (!arg->size_bytes)
		arg->size_bytes = reg->width_bytes;
	if (reg->shift_bits && arg->size_bytes != 1)
		return "the register has only one byte";
	if (is_32_bit(op) && arg->size_bytes > 4)
		return "a 64-bit value in two registers";
	arg->kind = SDT_ARG_REG;
	arg->reg = row;
	arg->reg_shift = reg->shift_bits;
	return NULL;
}

/* A register that an address may be made of: not %ax, %rip, %eflags ... */
static const char *parse_addr_reg(struct operand *op, struct sdt_arg *arg,
				  int *row_ret)
{
	const char *name = op->p;
	const struct sdt_reg *reg;
	const char *why;
	int row;

	why = parse_reg(op, &row);
	if (why)
		return why;
	reg = sdt_reg_get(op->env->machine, row);
	if (reg->width_bytes < 4 || is_rip(name, op->p - name) ||
	    operand_word_is(name, op->p - name, "eflags") ||
	    operand_word_is(name, op->p - name, "rflags"))
		return "not a register for addresses";
	if (arg->reg != SDT_REG_NONE &&
	    (reg->width_bytes == 4) != arg->is_addr32)
		return "base and index of different widths";
	arg->is_addr32 = reg->width_bytes == 4;
	*row_ret = row;
	return NULL;
}

/* ",%rdx,4" after the base; also ",%rdx" and, with a base, nothing. */
static const char *parse_index(struct operand *op, struct sdt_arg *arg)
{
	struct operand_value scale = { .number = 1 };
	const char *why;
	int row;

	if (!operand_accept(op, '%'))
		return "malformed address";
	why = parse_addr_reg(op, arg, &row);
	if (why)
		return why;
	if (sdt_reg_get(op->env->machine, row)->ptregs_off == 152)
		return "the stack pointer can't be an index";
	if (operand_accept(op, ',')) {
		why = operand_expr(op, &scale);
		if (why)
			return why;
	}
	if (scale.vaddr_cnt || !scale.number || scale.number > 8 ||
	    (scale.number & (scale.number - 1)))
		return "scale is not 1, 2, 4 or 8";
	arg->index_reg = row;
	arg->index_bytes = arg->is_addr32 ? 4 : 8;
	arg->scale = scale.number;
	return NULL;
}

/* Whether "rip)" follows; moves past it if so. */
static bool accept_rip(struct operand *op)
{
	struct operand ahead = *op;
	size_t len;
	const char *word = operand_word(&ahead, &len);

	if (!is_rip(word, len) || !operand_accept(&ahead, ')'))
		return false;
	*op = ahead;
	return true;
}

/* "%base,%index,scale)" after '('. */
static const char *parse_base_index(struct operand *op, struct sdt_arg *arg)
{
	const char *why;
	int row;

	if (operand_accept(op, '%')) {
		if (!is_32_bit(op) && accept_rip(op))
			return arg->is_vaddr ? NULL :
					       "relative to an instruction";
		why = parse_addr_reg(op, arg, &row);
		if (why)
			return why;
		arg->reg = row;
	}
	if (operand_accept(op, ',')) {
		why = parse_index(op, arg);
		if (why)
			return why;
	}
	if (arg->reg == SDT_REG_NONE && arg->index_reg == SDT_REG_NONE)
		return "malformed address";
	return operand_accept(op, ')') ? NULL : "missing )";
}

/* Whether '(' begins registers, not an expression. */
static bool at_registers(const struct operand *op)
{
	struct operand ahead = *op;

	return operand_accept(&ahead, '(') &&
		(operand_accept(&ahead, '%') || operand_accept(&ahead, ','));
}

static const char *parse_memory(struct operand *op, struct sdt_arg *arg)
{
	struct operand_value disp = { 0 };
	const char *why;

	if (!at_registers(op)) {
		why = operand_expr(op, &disp);
		if (why)
			return why;
	}
	why = operand_set_const(&disp, arg);
	if (why)
		return why;
	arg->is_addr32 = is_32_bit(op);
	if (operand_accept(op, '(')) {
		why = parse_base_index(op, arg);
		if (why)
			return why;
	}
	arg->kind = SDT_ARG_MEM;
	return NULL;
}

/*
 * Intel's syntax (-masm=intel) writes registers without %. Compilers never
 * write a symbol alone for x86-64, but assembler files may.
 */
static bool at_bare_register(const struct operand *op)
{
	struct operand ahead = *op;
	size_t len;
	const char *word = operand_word(&ahead, &len);

	return !is_32_bit(op) && operand_at_end(&ahead) &&
		sdt_reg_find(op->env->machine, word, len) != SDT_REG_NONE;
}

static const char *parse_bare_register(struct operand *op, struct sdt_arg *arg)
{
	const struct sdt_arg_env *env = op->env;
	struct operand ahead = *op;
	uint64_t vaddr;
	size_t len;
	const char *word = operand_word(&ahead, &len);

	if (env->resolve &&
	    env->resolve(env->resolve_ctx, word, len, &vaddr) != -ENOENT)
		return "a register in Intel syntax, or a symbol with this name";
	return parse_reg_operand(op, arg);
}

/* "DWORD PTR 8[rsi]" */
static bool at_intel_memory(const struct operand *op)
{
	struct operand ahead = *op;
	size_t len;

	operand_word(&ahead, &len);
	return len && ahead.end - ahead.p > 5 && !memcmp(ahead.p, " PTR ", 5);
}

/* "%fs:" and the like. */
static bool at_segment(const struct operand *op)
{
	struct operand ahead = *op;
	size_t len;
	const char *word;

	if (!operand_accept(&ahead, '%'))
		return false;
	word = operand_word(&ahead, &len);
	return is_segment(word, len) && operand_accept(&ahead, ':');
}

const char *operand_parse_x86(struct operand *op, struct sdt_arg *arg)
{
	struct operand_value value;
	const char *why;

	if (at_segment(op))
		return "relative to a segment register";
	if (operand_accept(op, '$')) {
		why = operand_expr(op, &value);
		return why ? why : operand_set_const(&value, arg);
	}
	if (operand_accept(op, '%'))
		return parse_reg_operand(op, arg);
	if (at_bare_register(op))
		return parse_bare_register(op, arg);
	if (at_intel_memory(op))
		return "memory in Intel syntax (-masm=intel)";
	return parse_memory(op, arg);
}
