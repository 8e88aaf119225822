/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encoding of x86-64 instructions: x86_encode.c; what BPF's become is in x86.c
 * and x86_arithmetic.c. Each BPF register is one of the machine, so that
 * arguments of BPF calls are where the C calling convention has them, and r6 to
 * r10 are registers that calls keep:
 *
 *	r0  r1  r2  r3  r4  r5 r6  r7  r8  r9  r10
 *	rax rdi rsi rdx rcx r8 rbx r13 r14 r15 rbp
 *
 * r9, r10 and r11 are free for each instruction; r12 is the thread's slot where
 * there are self-> variables (self_table.h).
 */
#ifndef DTRACE_RUNTIME_DIRECT_X86_H
#define DTRACE_RUNTIME_DIRECT_X86_H

#include "runtime/direct/machine.h"

enum {
	RAX = 0, RCX = 1, RDX = 2, RBX = 3, RSP = 4, RBP = 5, RSI = 6, RDI = 7,
	R8 = 8, R9 = 9, R10 = 10, R11 = 11, R12 = 12, R13 = 13, R14 = 14,
	R15 = 15,
};

/* Opcodes; above 0xff: after 0x0f. "reg, rm" is Intel's "r/m, r". */
enum {
	OP_ADD = 0x01, OP_OR = 0x09, OP_AND = 0x21, OP_SUB = 0x29,
	OP_XOR = 0x31, OP_CMP = 0x39, OP_MOVSXD = 0x63, OP_TEST = 0x85,
	OP_XCHG = 0x87, OP_STORE8 = 0x88, OP_STORE = 0x89, OP_LOAD = 0x8b,
	OP_LEA = 0x8d, OP_LSL = 0x10003, OP_IMUL = 0x100af,
	OP_CMPXCHG = 0x100b1, OP_MOVZX8 = 0x100b6, OP_MOVZX16 = 0x100b7,
	OP_MOVSX8 = 0x100be, OP_MOVSX16 = 0x100bf, OP_XADD = 0x100c1,
	/* with an operation in the place of a register, and an immediate */
	OP_ALU_IMM = 0x81, OP_IMM8 = 0xc6, OP_IMM = 0xc7, OP_SHIFT_IMM = 0xc1,
	OP_SHIFT_CL = 0xd3, OP_GROUP3 = 0xf7, OP_IMUL_IMM = 0x69,
};

/* Operations of OP_ALU_IMM, of shifts, and of OP_GROUP3. */
enum {
	ALU_ADD = 0, ALU_OR = 1, ALU_AND = 4, ALU_SUB = 5, ALU_XOR = 6,
	ALU_CMP = 7,
	SHIFT_ROR = 1, SHIFT_SHL = 4, SHIFT_SHR = 5, SHIFT_SAR = 7,
	GROUP3_TEST = 0, GROUP3_NEG = 3, GROUP3_DIV = 6, GROUP3_IDIV = 7,
};

enum { CC_B = 2, CC_AE = 3, CC_E = 4, CC_NE = 5, CC_BE = 6, CC_A = 7,
       CC_L = 0xc, CC_GE = 0xd, CC_LE = 0xe, CC_G = 0xf };

/* By BPF register. */
extern const uint8_t x86_regs[];

/* Appends the low @cnt bytes of @bytes. */
void x86_put(struct direct_out *out, uint64_t bytes, int cnt);
/* The prefix for operands of 64 bits, high registers, and sil, dil. */
void x86_put_rex(struct direct_out *out, bool is_wide, int reg, int rm,
		 bool is_byte);
/* An instruction on two registers; @is_wide: of 64 bits, else 32. */
void x86_reg(struct direct_out *out, bool is_wide, int opcode, int reg, int rm);
/* Operation @op of a group, on a register and an immediate. */
void x86_imm(struct direct_out *out, bool is_wide, int opcode, int op, int rm,
	     int32_t imm);
/* On a register and [base + off]. */
void x86_mem(struct direct_out *out, bool is_wide, int opcode, int reg,
	     int base, int off);
void x86_move(struct direct_out *out, int dst, int src);
/* Changes the flags. */
void x86_load_imm(struct direct_out *out, int dst, uint64_t value);
/* Of the same size whatever the address is; keeps the flags. */
void x86_load_address(struct direct_out *out, int dst, uint64_t value);
/* Return where the distance stands. */
size_t x86_jump_if(struct direct_out *out, int cc);
size_t x86_jump_always(struct direct_out *out);
void x86_patch(struct direct_out *out, size_t at, size_t to);
/* The jump whose distance is at @at leads here. */
void x86_here(struct direct_out *out, size_t at);

/* An instruction of class BPF_ALU or BPF_ALU64; false: not known. */
bool x86_alu(struct direct_out *out, const struct bpf_insn *insn);

#endif
