/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Operators on integers in 64-bit registers. A result of fewer bits is extended
 * again if the operation can leave the type's range, so that a register always
 * holds a value of the expression's type. The BPF version used here has no
 * signed division, so signs are removed before and applied afterwards, without
 * branches; that also makes INT64_MIN / -1 wrap. Division by zero is a fault in
 * D.
 */
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/value/value.h"

uint8_t gen_compare_code(enum op op, bool is_signed)
{
	static const uint8_t codes[OP_CNT][2] = {
		[OP_LT] = { BPF_JLT, BPF_JSLT },
		[OP_LE] = { BPF_JLE, BPF_JSLE },
		[OP_GT] = { BPF_JGT, BPF_JSGT },
		[OP_GE] = { BPF_JGE, BPF_JSGE },
		[OP_EQ] = { BPF_JEQ, BPF_JEQ },
		[OP_NE] = { BPF_JNE, BPF_JNE },
	};

	return codes[op][is_signed];
}

/* mask = -1 for a negative value, else 0; value = its magnitude */
static uint32_t take_sign(struct pgen *g, uint32_t value)
{
	uint32_t mask = ir_copy(g->f, val_reg(value));

	ir_alu(g->f, BPF_ARSH, mask, val_imm(63));
	ir_alu(g->f, BPF_XOR, value, val_reg(mask));
	ir_alu(g->f, BPF_SUB, value, val_reg(mask));
	return mask;
}

static void put_sign(struct pgen *g, uint32_t value, uint32_t mask)
{
	ir_alu(g->f, BPF_XOR, value, val_reg(mask));
	ir_alu(g->f, BPF_SUB, value, val_reg(mask));
}

/*
 * a = a CODE b. The verifier adds a test for zero to each division and moves all
 * instructions after it, so in a program that is split functions divide.
 */
static void divide(struct pgen *g, uint8_t code, uint32_t a, uint32_t b)
{
	struct ir_val args[] = { val_reg(a), val_reg(b) };

	if (!g->mode.is_cut) {
		ir_alu(g->f, code, a, val_reg(b));
		return;
	}
	ir_mov(g->f, a,
	       val_reg(ir_call(g->f, CALL_LIB,
			       code == BPF_DIV ? LIB_quotient : LIB_modulus,
			       args, 2)));
}

static uint32_t gen_divide(struct pgen *g, enum op op, uint32_t left,
			   uint32_t right, bool is_signed)
{
	struct ir_func *f = g->f;
	uint8_t code = op == OP_DIV ? BPF_DIV : BPF_MOD;
	uint32_t a = ir_copy(f, val_reg(left)), b, sign_a, sign_b;
	uint32_t ok = ir_label(f);

	ir_branch(f, BPF_JNE, right, val_imm(0), ok);
	gen_fault(g, FAULT_DIVZERO, val_imm(0));
	ir_bind(f, ok);
	if (!is_signed) {
		divide(g, code, a, right);
		return a;
	}
	b = ir_copy(f, val_reg(right));
	sign_a = take_sign(g, a);
	sign_b = take_sign(g, b);
	divide(g, code, a, b);
	if (op == OP_DIV)
		ir_alu(f, BPF_XOR, sign_a, val_reg(sign_b));
	put_sign(g, a, sign_a);
	return a;
}

/* Can an operation on operands in range leave the range? */
static bool leaves_range(enum op op)
{
	return op != OP_AND && op != OP_OR && op != OP_XOR && op != OP_SHR &&
		op != OP_MOD;
}

/* The checker has already scaled the operand added to a pointer. */
static struct ir_val operand(struct pgen *g, const struct node *node)
{
	if (node->kind == NODE_INT)
		return val_imm((int64_t)node->integer.value);
	return val_reg(gen_expr(g, node));
}

static uint8_t alu_code(enum op op, bool is_signed)
{
	static const uint8_t codes[OP_CNT] = {
		[OP_MUL] = BPF_MUL, [OP_ADD] = BPF_ADD, [OP_SUB] = BPF_SUB,
		[OP_SHL] = BPF_LSH, [OP_SHR] = BPF_RSH, [OP_AND] = BPF_AND,
		[OP_XOR] = BPF_XOR, [OP_OR] = BPF_OR,
	};

	return op == OP_SHR && is_signed ? BPF_ARSH : codes[op];
}

uint32_t gen_binary(struct pgen *g, const struct node *node)
{
	const struct type *type = type_resolve(node->type);
	enum op op = node->binary.op;
	bool is_signed = type_is_signed(type);
	struct ir_val left, right;
	uint32_t reg;

	left = operand(g, node->binary.left);
	right = operand(g, node->binary.right);
	if (op == OP_DIV || op == OP_MOD) {
		uint32_t a =
			left.kind == VAL_REG ? left.reg : ir_copy(g->f, left);
		uint32_t b = right.kind == VAL_REG ? right.reg :
						     ir_copy(g->f, right);

		reg = gen_divide(g, op, a, b, is_signed);
	} else {
		reg = ir_copy(g->f, left);
		if ((op == OP_SHL || op == OP_SHR) && right.kind == VAL_IMM)
			right.imm &= 63;
		ir_alu(g->f, alu_code(op, is_signed), reg, right);
	}
	if (leaves_range(op))
		gen_extend(g, reg, (uint32_t)type->size_bytes, is_signed);
	return reg;
}
