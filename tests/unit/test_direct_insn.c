// SPDX-License-Identifier: BSD-2-Clause
/*
 * Each translated instruction does what BPF's does: on values at the edges of
 * ranges, in all registers, compared with a model (direct_interp.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "tests/unit/direct_interp.h"
#include "tests/unit/direct_program.h"

/* One instruction, with all pairs of edges in its registers. */
static void try_values(struct bpf_insn insn)
{
	struct program program;
	struct memory start;
	uint64_t random = 1;
	direct_hook_fn *hook;

	program_begin(&program);
	program_add(&program, insn);
	/* a jump of 1 goes past this */
	program_add(&program, INSN_ADD_IMM(8, 1));
	program_end(&program);
	hook = program_translate(&program);
	memory_fill(&start, &random);
	for (int a = 0; a < EDGE_CNT; a++) {
		for (int b = 0; b < EDGE_CNT; b++) {
			start.words[insn.src_reg] = program_edges[b];
			start.words[insn.dst_reg] = program_edges[a];
			program_compare(&program, hook, &start);
		}
	}
}

/* All registers for @insn of two, all immediates for one of one. */
static void try_registers(struct bpf_insn insn)
{
	for (uint8_t dst = 0; dst < REG_CNT; dst++) {
		insn.dst_reg = dst;
		if (BPF_SRC(insn.code) == BPF_X) {
			for (insn.src_reg = 0; insn.src_reg < REG_CNT;
			     insn.src_reg++)
				try_values(insn);
			continue;
		}
		for (int i = 0; i < EDGE_IMM_CNT; i++) {
			insn.imm = program_edge_imms[i];
			try_values(insn);
		}
	}
}

static void arithmetic(void **state)
{
	static const uint8_t ops[] = { BPF_ADD, BPF_SUB, BPF_MUL, BPF_DIV,
				       BPF_MOD, BPF_AND, BPF_OR,  BPF_XOR,
				       BPF_LSH, BPF_RSH, BPF_ARSH, BPF_MOV };

	(void)state;
	for (size_t op = 0; op < sizeof(ops); op++)
		for (int i = 0; i < 4; i++)
			try_registers(INSN(program_classes[i / 2] | ops[op] |
						   program_sources[i % 2], 0, 0, 0, 0));
}

static void signed_arithmetic(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		uint8_t code = program_classes[i / 2] | program_sources[i % 2];

		try_registers(INSN(code | BPF_DIV, 0, 0, 1, 0));
		try_registers(INSN(code | BPF_MOD, 0, 0, 1, 0));
		if (!(i % 2))
			continue;
		try_registers(INSN(code | BPF_MOV, 0, 0, 8, 0));
		try_registers(INSN(code | BPF_MOV, 0, 0, 16, 0));
	}
	try_registers(INSN(BPF_ALU64 | BPF_X | BPF_MOV, 0, 0, 32, 0));
}

/* Operations on one register, whose immediate is no operand. */
static void one_operand(void **state)
{
	(void)state;
	for (uint8_t dst = 0; dst < REG_CNT; dst++) {
		try_values(INSN(BPF_ALU | BPF_NEG, dst, 0, 0, 0));
		try_values(INSN(BPF_ALU64 | BPF_NEG, dst, 0, 0, 0));
		for (int bits = 16; bits <= 64; bits *= 2) {
			try_values(INSN(BPF_ALU | BPF_END | BPF_TO_LE, dst, 0,
					0, bits));
			try_values(INSN(BPF_ALU | BPF_END | BPF_TO_BE, dst, 0,
					0, bits));
			try_values(INSN(BPF_ALU64 | BPF_END, dst, 0, 0, bits));
		}
	}
}

static void each_jump(void **state)
{
	(void)state;
	for (size_t op = 0; op < PROGRAM_JUMP_CNT; op++)
		for (size_t i = 0; i < 2; i++) {
			try_registers(INSN(BPF_JMP | program_jumps[op] | program_sources[i], 0,
					   0, 1, 0));
			try_registers(INSN(BPF_JMP32 | program_jumps[op] | program_sources[i],
					   0, 0, 1, 0));
		}
	try_values(INSN(BPF_JMP | BPF_JA, 0, 0, 1, 0));
}

/* ----------------------------------------------------------------- memory */

static void try_access(struct bpf_insn insn, int base)
{
	static const int16_t offs[] = { 0, 8, -8, 127, -128, 200, -1000 };
	struct program program;
	struct memory start;
	uint64_t random = 2;
	direct_hook_fn *hook;

	for (size_t i = 0; i < sizeof(offs) / sizeof(offs[0]); i++) {
		insn.off = offs[i];
		program_begin(&program);
		program_add_access(&program, insn, base, 8);
		program_end(&program);
		hook = program_translate(&program);
		for (int n = 0; n < EDGE_CNT * 2; n++) {
			memory_fill(&start, &random);
			/* an exchange that succeeds, half the time */
			if (n % 2)
				start.words[WORK_WORD + 1] = start.words[0];
			program_compare(&program, hook, &start);
		}
	}
}

static void loads_and_stores(void **state)
{
	(void)state;
	for (int n = 0; n < REG_CNT * REG_CNT * 4; n++) {
		int base = n % REG_CNT, other = n / REG_CNT % REG_CNT;
		uint8_t size = program_sizes[n / REG_CNT / REG_CNT];

		try_access(INSN(BPF_LDX | BPF_MEM | size, other, 0, 0, 0),
			   base);
		if (size != BPF_DW)
			try_access(INSN(BPF_LDX | INTERP_MEMSX | size, other, 0,
					0, 0), base);
		if (base != other)
			try_access(INSN(BPF_STX | BPF_MEM | size, 0, other, 0,
					0), base);
		try_access(INSN(BPF_ST | BPF_MEM | size, 0, 0, 0,
				program_edge_imms[other]), base);
	}
}

static void each_atomic(void **state)
{
	(void)state;
	for (int n = 0; n < REG_CNT * REG_CNT * ATOMIC_CNT; n++) {
		int base = n % REG_CNT, src = n / REG_CNT % REG_CNT;
		int32_t op = program_atomics[n / REG_CNT / REG_CNT];

		if (base == src || (op == BPF_CMPXCHG && !base))
			continue;
		try_access(INSN(BPF_STX | BPF_ATOMIC | BPF_DW, 0, src, 0, op),
			   base);
		try_access(INSN(BPF_STX | BPF_ATOMIC | BPF_W, 0, src, 0, op),
			   base);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arithmetic),
		cmocka_unit_test(signed_arithmetic),
		cmocka_unit_test(one_operand),
		cmocka_unit_test(each_jump),
		cmocka_unit_test(loads_and_stores),
		cmocka_unit_test(each_atomic),
	};
	int status;

	if (!direct_program_init()) {
		puts("ok 1 # SKIP all: no direct probes on this machine");
		return 0;
	}
	status = cmocka_run_group_tests(tests, NULL, NULL);
	direct_program_deinit();
	return status;
}
