// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes of x86-64 instructions.
 */
#include "runtime/direct/x86.h"

const uint8_t x86_regs[] = { RAX, RDI, RSI, RDX, RCX, R8,
				RBX, R13, R14, R15, RBP };

void x86_put(struct direct_out *out, uint64_t bytes, int cnt)
{
	for (int i = 0; i < cnt; i++)
		*vec_add(&out->text) = (unsigned char)(bytes >> i * 8);
}

static void put_opcode(struct direct_out *out, int opcode)
{
	if (opcode > 0xff)
		x86_put(out, 0x0f, 1);
	x86_put(out, (uint8_t)opcode, 1);
}

void x86_put_rex(struct direct_out *out, bool is_wide, int reg, int rm,
		    bool is_byte)
{
	int rex = 0x40 | is_wide << 3 | (reg >> 3) << 2 | rm >> 3;

	if (rex != 0x40 || is_byte)
		x86_put(out, (uint8_t)rex, 1);
}

/* Both operands in registers. */
void x86_reg(struct direct_out *out, bool is_wide, int opcode, int reg,
		   int rm)
{
	x86_put_rex(out, is_wide, reg, rm, opcode == OP_MOVZX8 ||
					       opcode == OP_MOVSX8);
	put_opcode(out, opcode);
	x86_put(out, (uint8_t)(0xc0 | (reg & 7) << 3 | (rm & 7)), 1);
}

void x86_imm(struct direct_out *out, bool is_wide, int opcode, int op,
		   int rm, int32_t imm)
{
	x86_reg(out, is_wide, opcode, op, rm);
	x86_put(out, (uint32_t)imm, opcode == OP_SHIFT_IMM ? 1 : 4);
}

/* The address [base + off], after the opcode. */
static void put_address(struct direct_out *out, int reg, int base, int off)
{
	bool is_short = off == (int8_t)off;

	x86_put(out, (uint8_t)((is_short ? 0x40 : 0x80) | (reg & 7) << 3 |
			   (base & 7)), 1);
	if ((base & 7) == RSP)
		x86_put(out, 0x24, 1);
	x86_put(out, (uint32_t)off, is_short ? 1 : 4);
}

void x86_mem(struct direct_out *out, bool is_wide, int opcode, int reg,
		   int base, int off)
{
	x86_put_rex(out, is_wide, reg, base, opcode == OP_STORE8);
	put_opcode(out, opcode);
	put_address(out, reg, base, off);
}

void x86_move(struct direct_out *out, int dst, int src)
{
	if (dst != src)
		x86_reg(out, true, OP_STORE, src, dst);
}

void x86_load_imm(struct direct_out *out, int dst, uint64_t value)
{
	if (!value) {
		x86_reg(out, false, OP_XOR, dst, dst);
	} else if (value <= UINT32_MAX) {
		x86_put_rex(out, false, 0, dst, false);
		x86_put(out, (uint8_t)(0xb8 + (dst & 7)), 1);
		x86_put(out, value, 4);
	} else if ((int64_t)value == (int32_t)value) {
		x86_imm(out, true, OP_IMM, 0, dst, (int32_t)value);
	} else {
		x86_put_rex(out, true, 0, dst, false);
		x86_put(out, (uint8_t)(0xb8 + (dst & 7)), 1);
		x86_put(out, value, 8);
	}
}

/* Of constant size, whatever the address is. */
void x86_load_address(struct direct_out *out, int dst, uint64_t value)
{
	x86_put_rex(out, true, 0, dst, false);
	x86_put(out, (uint8_t)(0xb8 + (dst & 7)), 1);
	x86_put(out, value, 8);
}

/* Returns where the distance stands. */
size_t x86_jump_if(struct direct_out *out, int cc)
{
	put_opcode(out, 0x10080 + cc);
	x86_put(out, 0, 4);
	return out->text.cnt - 4;
}

size_t x86_jump_always(struct direct_out *out)
{
	x86_put(out, 0xe9, 1);
	x86_put(out, 0, 4);
	return out->text.cnt - 4;
}

void x86_patch(struct direct_out *out, size_t at, size_t to)
{
	int32_t distance = (int32_t)((int64_t)to - (int64_t)(at + 4));

	memcpy(&out->text.v[at], &distance, 4);
}

void x86_here(struct direct_out *out, size_t at)
{
	x86_patch(out, at, out->text.cnt);
}
