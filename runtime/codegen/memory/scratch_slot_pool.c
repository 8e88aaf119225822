// SPDX-License-Identifier: BSD-2-Clause
/*
 * The scratch slot of a clause: each CPU has some, since a program may interrupt
 * another one, and a word whose bits say which are taken.
 */
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/memory/memory.h"

/* reg = number of the one bit that is set, 0..7, without branches. */
static uint32_t bit_number(struct pgen *g, uint32_t bit)
{
	static const uint8_t masks[] = { 0xaa, 0xcc, 0xf0 };
	struct ir_func *f = g->f;
	uint32_t sum = ir_copy(f, val_imm(0));

	for (uint32_t i = 0; i < 3; i++) {
		uint32_t part = ir_copy(f, val_reg(bit));

		ir_alu(f, BPF_AND, part, val_imm(masks[i]));
		ir_alu(f, BPF_ADD, part, val_imm(0xff));
		ir_alu(f, BPF_RSH, part, val_imm(8));
		ir_alu(f, BPF_LSH, part, val_imm(i));
		ir_alu(f, BPF_OR, sum, val_reg(part));
	}
	/* verifiers before 6.2 lose the bounds of an OR with a known 0 */
	ir_alu(f, BPF_AND, sum, val_imm(7));
	return sum;
}

/*
 * Takes the lowest free bit; a program that interrupts between the load and
 * the atomic operation can win it, so there are four attempts.
 */
static void take_bit(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t got = ir_label(f);

	for (int i = 0; i < 4; i++) {
		uint32_t word = ir_reg(f), next, old;

		ir_load(f, word, val_reg(g->scratch.word), 0, 8);
		next = ir_copy(f, val_reg(word));
		ir_alu(f, BPF_ADD, next, val_imm(1));
		ir_alu(f, BPF_XOR, word, val_imm(-1));
		ir_alu(f, BPF_AND, word, val_reg(next));
		ir_alu(f, BPF_AND, word,
		       val_imm((1 << GEN_SCRATCH_SLOT_CNT) - 1));
		ir_branch(f, BPF_JEQ, word, val_imm(0), g->scratch.none_label);
		ir_mov(f, g->scratch.bit, val_reg(word));
		old = ir_copy(f, val_reg(word));
		ir_fetch(f, BPF_OR, val_reg(g->scratch.word), 0, old);
		ir_alu(f, BPF_AND, old, val_reg(g->scratch.bit));
		ir_branch(f, BPF_JEQ, old, val_imm(0), got);
	}
	ir_jump(f, g->scratch.none_label);
	ir_bind(f, got);
}

void gen_scratch_init(struct pgen *g)
{
	g->scratch.bit = ir_copy(g->f, val_imm(0));
	g->scratch.word = ir_copy(g->f, val_map_value(MAP_SCRATCH, 0, 0));
}

void gen_scratch_take(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t idx;

	ir_mov(f, g->scratch.word,
	       val_reg(gen_cpu_addr(g, MAP_SCRATCH, 0, SYM_SCRATCH_STRIDE)));
	take_bit(g);
	idx = bit_number(g, g->scratch.bit);
	ir_alu(f, BPF_MUL, idx, val_sym(SYM_SCRATCH_SLOT));
	g->scratch.slot = ir_copy(f, val_reg(g->scratch.word));
	ir_alu(f, BPF_ADD, g->scratch.slot, val_imm(GEN_SCRATCH_HEAD_BYTES));
	ir_alu(f, BPF_ADD, g->scratch.slot, val_reg(idx));
	/* computed only where it is needed */
	g->scratch.off = ir_copy(f, val_reg(g->scratch.slot));
	ir_alu(f, BPF_SUB, g->scratch.off,
	       val_reg(ir_copy(f, val_map_value(MAP_SCRATCH, 0, 0))));
}

void gen_scratch_release_firing(struct pgen *g)
{
	uint32_t mask = ir_copy(g->f, val_reg(g->scratch.bit));

	ir_alu(g->f, BPF_XOR, mask, val_imm(-1));
	ir_atomic(g->f, BPF_AND, val_reg(g->scratch.word), 0, mask);
}

void gen_scratch_release(struct pgen *g)
{
	/* the clause works in the slot of the firing */
	if (!g->mode.is_cut && !g->heap.is_kept)
		gen_scratch_release_firing(g);
}
