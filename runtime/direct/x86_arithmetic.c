// SPDX-License-Identifier: BSD-2-Clause
/*
 * BPF's arithmetic on x86-64.
 */
#include "runtime/direct/x86.h"

/* *dst = *dst / divisor; see bpf(2) on 0 and, with a sign, on -1. */
static void divide(struct direct_out *out, const struct bpf_insn *insn,
		   bool is_wide)
{
	bool is_mod = BPF_OP(insn->code) == BPF_MOD, is_signed = insn->off;
	int dst = x86_regs[insn->dst_reg];
	size_t zero, minus = 0, done, done_minus = 0;

	if (BPF_SRC(insn->code) == BPF_K)
		x86_load_imm(out, R11, (uint64_t)(int64_t)insn->imm);
	else
		x86_move(out, R11, x86_regs[insn->src_reg]);
	x86_reg(out, is_wide, OP_TEST, R11, R11);
	zero = x86_jump_if(out, CC_E);
	if (is_signed) {
		x86_imm(out, is_wide, OP_ALU_IMM, ALU_CMP, R11, -1);
		minus = x86_jump_if(out, CC_E);
	}
	x86_move(out, R9, RAX);
	x86_move(out, R10, RDX);
	x86_move(out, RAX, dst);
	if (is_signed)
		x86_put(out, is_wide ? 0x9948 : 0x99, is_wide ? 2 : 1); /* cqo */
	else
		x86_reg(out, false, OP_XOR, RDX, RDX);
	x86_reg(out, is_wide, OP_GROUP3, is_signed ? GROUP3_IDIV : GROUP3_DIV,
	       R11);
	x86_move(out, R11, is_mod ? RDX : RAX);
	x86_move(out, RAX, R9);
	x86_move(out, RDX, R10);
	x86_move(out, dst, R11);
	done = x86_jump_always(out);
	if (is_signed) {
		x86_here(out, minus);
		if (is_mod)
			x86_reg(out, false, OP_XOR, dst, dst);
		else
			x86_reg(out, is_wide, OP_GROUP3, GROUP3_NEG, dst);
		done_minus = x86_jump_always(out);
	}
	x86_here(out, zero);
	if (!is_mod)
		x86_reg(out, false, OP_XOR, dst, dst);
	else if (!is_wide)
		x86_reg(out, false, OP_STORE, dst, dst);
	x86_here(out, done);
	if (is_signed)
		x86_here(out, done_minus);
}

/* The machine takes the count from cl, and its low bits only, as BPF does. */
static void shift(struct direct_out *out, const struct bpf_insn *insn,
		  bool is_wide, int op)
{
	int dst = x86_regs[insn->dst_reg], src = x86_regs[insn->src_reg];

	if (BPF_SRC(insn->code) == BPF_K) {
		x86_imm(out, is_wide, OP_SHIFT_IMM, op, dst,
		       insn->imm & (is_wide ? 63 : 31));
		/* a count of 0 does not clear the upper half */
		if (!is_wide)
			x86_reg(out, false, OP_STORE, dst, dst);
		return;
	}
	x86_move(out, R11, RCX);
	x86_move(out, RCX, src);
	x86_reg(out, is_wide, OP_SHIFT_CL, op, dst == RCX ? R11 : dst);
	if (!is_wide)
		x86_reg(out, false, OP_STORE, dst == RCX ? R11 : dst,
		       dst == RCX ? R11 : dst);
	x86_move(out, RCX, R11);
}

static void multiply(struct direct_out *out, const struct bpf_insn *insn,
		     bool is_wide)
{
	int dst = x86_regs[insn->dst_reg];

	if (BPF_SRC(insn->code) == BPF_K)
		x86_imm(out, is_wide, OP_IMUL_IMM, dst, dst, insn->imm);
	else
		x86_reg(out, is_wide, OP_IMUL, dst, x86_regs[insn->src_reg]);
}

/* dst = low bits of src, with their sign if @insn->off says how many. */
static bool assign(struct direct_out *out, const struct bpf_insn *insn,
		   bool is_wide)
{
	int dst = x86_regs[insn->dst_reg], src = x86_regs[insn->src_reg];

	if (BPF_SRC(insn->code) == BPF_K) {
		x86_load_imm(out, dst, is_wide ? (uint64_t)(int64_t)insn->imm :
					     (uint32_t)insn->imm);
		return true;
	}
	if (!insn->off)
		x86_reg(out, is_wide, OP_STORE, src, dst);
	else if (insn->off == 8)
		x86_reg(out, is_wide, OP_MOVSX8, dst, src);
	else if (insn->off == 16)
		x86_reg(out, is_wide, OP_MOVSX16, dst, src);
	else if (insn->off == 32 && is_wide)
		x86_reg(out, true, OP_MOVSXD, dst, src);
	else
		return false;
	return true;
}

/* Low bits of dst, reversed or not, and zeros above. */
static bool swap_bytes(struct direct_out *out, const struct bpf_insn *insn,
		       bool is_wide)
{
	bool swaps = is_wide || BPF_SRC(insn->code) == BPF_TO_BE;
	int dst = x86_regs[insn->dst_reg];

	if (insn->imm == 16) {
		if (swaps) {
			x86_put(out, 0x66, 1);
			x86_imm(out, false, OP_SHIFT_IMM, SHIFT_ROR, dst, 8);
		}
		x86_reg(out, false, OP_MOVZX16, dst, dst);
		return true;
	}
	if (insn->imm != 32 && insn->imm != 64)
		return false;
	if (swaps) {
		x86_put_rex(out, insn->imm == 64, 0, dst, false);
		x86_put(out, 0x0f, 1);
		x86_put(out, (uint8_t)(0xc8 + (dst & 7)), 1);
	} else if (insn->imm == 32) {
		x86_reg(out, false, OP_STORE, dst, dst);
	}
	return true;
}

bool x86_alu(struct direct_out *out, const struct bpf_insn *insn)
{
	static const struct {
		uint8_t code;
		uint8_t opcode, op;
	} simple[] = {
		{ BPF_ADD, OP_ADD, ALU_ADD }, { BPF_SUB, OP_SUB, ALU_SUB },
		{ BPF_OR, OP_OR, ALU_OR },    { BPF_AND, OP_AND, ALU_AND },
		{ BPF_XOR, OP_XOR, ALU_XOR },
	};
	bool is_wide = BPF_CLASS(insn->code) == BPF_ALU64;
	int dst = x86_regs[insn->dst_reg], src = x86_regs[insn->src_reg];

	for (size_t i = 0; i < sizeof(simple) / sizeof(simple[0]); i++) {
		if (simple[i].code != BPF_OP(insn->code))
			continue;
		if (BPF_SRC(insn->code) == BPF_K)
			x86_imm(out, is_wide, OP_ALU_IMM, simple[i].op, dst,
			       insn->imm);
		else
			x86_reg(out, is_wide, simple[i].opcode, src, dst);
		return true;
	}
	switch (BPF_OP(insn->code)) {
	case BPF_MUL:
		multiply(out, insn, is_wide);
		return true;
	case BPF_DIV:
	case BPF_MOD:
		divide(out, insn, is_wide);
		return insn->off == 0 || insn->off == 1;
	case BPF_LSH:
		shift(out, insn, is_wide, SHIFT_SHL);
		return true;
	case BPF_RSH:
		shift(out, insn, is_wide, SHIFT_SHR);
		return true;
	case BPF_ARSH:
		shift(out, insn, is_wide, SHIFT_SAR);
		return true;
	case BPF_NEG:
		x86_reg(out, is_wide, OP_GROUP3, GROUP3_NEG, dst);
		return true;
	case BPF_MOV:
		return assign(out, insn, is_wide);
	case BPF_END:
		return swap_bytes(out, insn, is_wide);
	default:
		return false;
	}
}
