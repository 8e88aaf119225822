// SPDX-License-Identifier: BSD-2-Clause
#include <stdbool.h>
#include <string.h>

#include "tests/unit/direct_interp.h"

static uint64_t divided(uint64_t a, uint64_t b, bool is_mod)
{
	if (!b)
		return is_mod ? a : 0;
	return is_mod ? a % b : a / b;
}

static uint64_t divided_signed(int64_t a, int64_t b, bool is_mod, bool is_wide)
{
	if (!b)
		return is_mod ? (uint64_t)a : 0;
	if (b == -1)
		return is_mod ? 0 : -(uint64_t)a;
	if (!is_wide)
		return is_mod ? (uint32_t)((int32_t)a % (int32_t)b) :
				(uint32_t)((int32_t)a / (int32_t)b);
	return (uint64_t)(is_mod ? a % b : a / b);
}

static uint64_t sign_extended(uint64_t value, int bits)
{
	switch (bits) {
	case 8:
		return (uint64_t)(int8_t)value;
	case 16:
		return (uint64_t)(int16_t)value;
	case 32:
		return (uint64_t)(int32_t)value;
	default:
		return value;
	}
}

static uint64_t swapped(const struct bpf_insn *insn, uint64_t value)
{
	bool swaps = BPF_CLASS(insn->code) == BPF_ALU64 ||
		     BPF_SRC(insn->code) == BPF_TO_BE;

	if (insn->imm == 16)
		return swaps ? __builtin_bswap16((uint16_t)value) :
			       (uint16_t)value;
	if (insn->imm == 32)
		return swaps ? __builtin_bswap32((uint32_t)value) :
			       (uint32_t)value;
	return swaps ? __builtin_bswap64(value) : value;
}

static uint64_t alu(const struct bpf_insn *insn, uint64_t a, uint64_t b)
{
	bool is_wide = BPF_CLASS(insn->code) == BPF_ALU64;
	bool is_mod = BPF_OP(insn->code) == BPF_MOD;

	if (BPF_OP(insn->code) == BPF_END)
		return swapped(insn, a);
	if (!is_wide) {
		a = (uint32_t)a;
		b = (uint32_t)b;
	}
	switch (BPF_OP(insn->code)) {
	case BPF_ADD:
		return a + b;
	case BPF_SUB:
		return a - b;
	case BPF_MUL:
		return a * b;
	case BPF_DIV:
	case BPF_MOD:
		if (!insn->off)
			return divided(a, b, is_mod);
		return is_wide ? divided_signed((int64_t)a, (int64_t)b, is_mod,
						true) :
				 divided_signed((int32_t)a, (int32_t)b, is_mod,
						false);
	case BPF_AND:
		return a & b;
	case BPF_OR:
		return a | b;
	case BPF_XOR:
		return a ^ b;
	case BPF_LSH:
		return a << (b & (is_wide ? 63 : 31));
	case BPF_RSH:
		return a >> (b & (is_wide ? 63 : 31));
	case BPF_ARSH:
		return is_wide ? (uint64_t)((int64_t)a >> (b & 63)) :
				 (uint64_t)((int32_t)a >> (b & 31));
	case BPF_NEG:
		return -a;
	default: /* BPF_MOV */
		return sign_extended(b, insn->off);
	}
}

static bool is_taken(const struct bpf_insn *insn, uint64_t a, uint64_t b)
{
	bool is_wide = BPF_CLASS(insn->code) == BPF_JMP;
	int64_t sa = is_wide ? (int64_t)a : (int32_t)a;
	int64_t sb = is_wide ? (int64_t)b : (int32_t)b;

	if (!is_wide) {
		a = (uint32_t)a;
		b = (uint32_t)b;
	}
	switch (BPF_OP(insn->code)) {
	case BPF_JEQ:
		return a == b;
	case BPF_JNE:
		return a != b;
	case BPF_JGT:
		return a > b;
	case BPF_JGE:
		return a >= b;
	case BPF_JLT:
		return a < b;
	case BPF_JLE:
		return a <= b;
	case BPF_JSGT:
		return sa > sb;
	case BPF_JSGE:
		return sa >= sb;
	case BPF_JSLT:
		return sa < sb;
	case BPF_JSLE:
		return sa <= sb;
	case BPF_JSET:
		return (a & b) != 0;
	default: /* BPF_JA */
		return true;
	}
}

static int size_of(const struct bpf_insn *insn)
{
	switch (BPF_SIZE(insn->code)) {
	case BPF_B:
		return 1;
	case BPF_H:
		return 2;
	case BPF_W:
		return 4;
	default:
		return 8;
	}
}

static void load(const struct bpf_insn *insn, uint64_t *regs)
{
	uint64_t value = 0;
	int size = size_of(insn);

	memcpy(&value,
	       (const void *)(uintptr_t)(regs[insn->src_reg] +
					 (uint64_t)(int64_t)insn->off), size);
	if (BPF_MODE(insn->code) == INTERP_MEMSX)
		value = sign_extended(value, size * 8);
	regs[insn->dst_reg] = value;
}

static uint64_t atomic_result(const struct bpf_insn *insn, uint64_t old,
			      uint64_t src, uint64_t expected)
{
	if (insn->imm == BPF_XCHG)
		return src;
	if (insn->imm == BPF_CMPXCHG)
		return old == expected ? src : old;
	switch (insn->imm & ~BPF_FETCH) {
	case BPF_ADD:
		return old + src;
	case BPF_AND:
		return old & src;
	case BPF_OR:
		return old | src;
	default: /* BPF_XOR */
		return old ^ src;
	}
}

static void atomic(const struct bpf_insn *insn, uint64_t *regs, void *at)
{
	int size = size_of(insn);
	uint64_t old = 0, new, expected = regs[0];

	memcpy(&old, at, size);
	if (size == 4)
		expected = (uint32_t)expected;
	new = atomic_result(insn, old, regs[insn->src_reg], expected);
	memcpy(at, &new, size);
	if (insn->imm == BPF_CMPXCHG)
		regs[0] = old;
	else if (insn->imm & BPF_FETCH)
		regs[insn->src_reg] = old;
}

static void store(const struct bpf_insn *insn, uint64_t *regs)
{
	void *at = (void *)(uintptr_t)(regs[insn->dst_reg] +
				       (uint64_t)(int64_t)insn->off);
	uint64_t value = (uint64_t)(int64_t)insn->imm;

	if (BPF_MODE(insn->code) == BPF_ATOMIC) {
		atomic(insn, regs, at);
		return;
	}
	if (BPF_CLASS(insn->code) == BPF_STX)
		value = regs[insn->src_reg];
	memcpy(at, &value, size_of(insn));
}

/* Returns how many instructions follow that are not run. */
static int step(const struct bpf_insn *insn, uint64_t *regs, void *memory)
{
	uint64_t b = BPF_SRC(insn->code) == BPF_X ?
			     regs[insn->src_reg] :
			     (uint64_t)(int64_t)insn->imm;
	uint64_t *dst = &regs[insn->dst_reg];

	switch (BPF_CLASS(insn->code)) {
	case BPF_LD:
		*dst = (uintptr_t)memory;
		return 1;
	case BPF_LDX:
		load(insn, regs);
		return 0;
	case BPF_ST:
	case BPF_STX:
		store(insn, regs);
		return 0;
	case BPF_JMP:
	case BPF_JMP32:
		return is_taken(insn, *dst, b) ? insn->off : 0;
	case BPF_ALU:
		/* BPF_END is of this class also for 64 bits */
		*dst = alu(insn, *dst, b) &
		       (BPF_OP(insn->code) == BPF_END ? UINT64_MAX : UINT32_MAX);
		return 0;
	default: /* BPF_ALU64 */
		*dst = alu(insn, *dst, b);
		return 0;
	}
}

uint64_t interp_run(const struct bpf_insn *insns, void *memory)
{
	uint64_t regs[11] = { 0 }, stack[64];

	regs[10] = (uintptr_t)(stack + 64);
	for (const struct bpf_insn *insn = insns;
	     insn->code != (BPF_JMP | BPF_EXIT); insn++)
		insn += step(insn, regs, memory);
	return regs[0];
}
