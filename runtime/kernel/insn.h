/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Single BPF instructions as initialisers, for the small programs of the
 * feature trials and of tests.
 */
#ifndef DTRACE_RUNTIME_KERNEL_INSN_H
#define DTRACE_RUNTIME_KERNEL_INSN_H

#include <linux/bpf.h>

#define INSN(op, dst, src, offset, value) \
	((struct bpf_insn){ .code = (op), .dst_reg = (dst), .src_reg = (src), \
			    .off = (offset), .imm = (value) })

/* dst = value (32 bits, sign-extended); dst = src */
#define INSN_MOV_IMM(dst, value) \
	INSN(BPF_ALU64 | BPF_MOV | BPF_K, dst, 0, 0, value)
#define INSN_MOV(dst, src) INSN(BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0)
#define INSN_ADD_IMM(dst, value) \
	INSN(BPF_ALU64 | BPF_ADD | BPF_K, dst, 0, 0, value)
/* *(u64 *)(dst + offset) = src; dst = *(u64 *)(src + offset) */
#define INSN_STORE(dst, offset, src) \
	INSN(BPF_STX | BPF_MEM | BPF_DW, dst, src, offset, 0)
#define INSN_LOAD(dst, src, offset) \
	INSN(BPF_LDX | BPF_MEM | BPF_DW, dst, src, offset, 0)
/* 64-bit atomic on *(dst + offset): op is BPF_ADD, BPF_XCHG, ... */
#define INSN_ATOMIC(dst, offset, src, op) \
	INSN(BPF_STX | BPF_ATOMIC | BPF_DW, dst, src, offset, op)
/* ld_imm64, two instructions; src: BPF_PSEUDO_... */
#define INSN_LD_IMM64(dst, src, low, high) \
	INSN(BPF_LD | BPF_IMM | BPF_DW, dst, src, 0, low), \
	INSN(0, 0, 0, 0, high)
#define INSN_CALL(helper) INSN(BPF_JMP | BPF_CALL, 0, 0, 0, helper)
#define INSN_EXIT() INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

#endif
