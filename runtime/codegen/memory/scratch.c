/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of a clause, in which it builds records, keys and strings. Small
 * objects are on the BPF stack; others go into the clause's scratch slot. A
 * sleeping or preempted program shares its CPU with others, so slots are taken
 * from a bitmap and released.
 *
 *	MAP_SCRATCH:  [cpu]  64 bytes: bitmap of slots in use, number of the
 *				last firing that allocated memory, padding
 *			     slot 0, slot 1 ... slot 7
 *		after all	     BPF_LIB_PAD_BYTES, for reading ahead
 *
 * The generator finds out in the middle of a clause that it needs a slot;
 * gen_clause() then goes back to the clause's start and generates it again with
 * one.
 */
#include "runtime/codegen/generator.h"

struct mem mem_at(struct mem mem, int32_t off)
{
	mem.off += off;
	return mem;
}

/*
 * Offsets of instructions have 16 bits; half is left for additions by the
 * caller.
 */
struct mem gen_mem_near(struct pgen *g, struct mem mem)
{
	if (mem.off <= INT16_MAX / 2)
		return mem;
	if (g->mode.is_cut &&
	    (mem.base.reg == g->scratch.slot ||
	     mem.base.reg == g->this.block.base.reg))
		return (struct mem){ .base = val_reg(gen_cut_near(g, mem)) };
	return (struct mem){ .base = gen_mem_addr(g, mem) };
}

static bool has_frame(const struct pgen *g, uint32_t bytes)
{
	uint32_t spill_bytes =
		g->mode.is_cut ? CUT_SPILL_BYTES : GEN_SPILL_BYTES;

	return g->f->frame_bytes + bytes + spill_bytes <= g->f->stack_max_bytes;
}

struct mem gen_frame_mem(struct pgen *g, uint32_t bytes)
{
	if (g->mode.is_cut && g->cut.base && !has_frame(g, bytes))
		return gen_scratch_mem(g, bytes);
	return (struct mem){ .base = ir_frame(g->f, bytes) };
}

struct mem gen_mem(struct pgen *g, uint32_t bytes)
{
	bytes = (bytes + 7) & ~7u;
	if (has_frame(g, bytes))
		return gen_frame_mem(g, bytes);
	return gen_scratch_mem(g, bytes);
}

void gen_scratch_want(struct pgen *g)
{
	g->scratch.want =
		g->clause.in_predicate ? SCRATCH_PREDICATE : SCRATCH_BODY;
}

struct mem gen_scratch_mem(struct pgen *g, uint32_t bytes)
{
	struct mem mem;

	bytes = (bytes + 7) & ~7u;
	if (g->scratch.bytes - g->heap.bytes + bytes > GEN_SCRATCH_MAX_BYTES) {
		pgen_error(g, g->clause.ast->loc,
			   "the clause needs more than %d bytes of scratch "
			   "memory; lower strsize",
			   GEN_SCRATCH_MAX_BYTES);
		return gen_frame_mem(g, 8);
	}
	if (g->scratch.have == SCRATCH_NONE ||
	    (g->clause.in_predicate && g->scratch.have != SCRATCH_PREDICATE)) {
		gen_scratch_want(g);
		return gen_frame_mem(g, 8);
	}
	mem = (struct mem){ .base = val_reg(g->scratch.slot),
			    .off = (int32_t)g->scratch.bytes };
	g->scratch.bytes += bytes;
	if (g->gen->slot_bytes < g->cut.base + g->scratch.bytes)
		g->gen->slot_bytes = g->cut.base + g->scratch.bytes;
	return gen_mem_near(g, mem);
}

uint32_t gen_scratch_off(struct pgen *g, struct mem mem)
{
	bool is_slot = mem.base.reg == g->scratch.slot;
	uint32_t off =
		ir_copy(g->f, is_slot ? val_reg(g->scratch.off) : mem.base);

	g->gen->has_scratch_offs = true;
	/* an offset far into the slot gets a base of its own */
	if (!is_slot)
		ir_alu(g->f, BPF_SUB, off,
		       val_reg(ir_copy(g->f,
				       val_map_value(MAP_SCRATCH, 0, 0))));
	ir_alu(g->f, BPF_ADD, off, val_imm(mem.off));
	return off;
}

struct ir_val gen_mem_addr(struct pgen *g, struct mem mem)
{
	uint32_t reg;

	if (mem.base.kind == VAL_FRAME) {
		mem.base.imm += mem.off;
		return mem.base;
	}
	if (!mem.off)
		return mem.base;
	reg = ir_copy(g->f, mem.base);
	ir_alu(g->f, BPF_ADD, reg, val_imm(mem.off));
	return val_reg(reg);
}

void gen_mem_store(struct pgen *g, struct mem mem, uint32_t bytes,
		   struct ir_val val)
{
	ir_store(g->f, mem.base, mem.off, (uint8_t)bytes, val);
}

void gen_zero(struct pgen *g, struct mem mem, uint32_t bytes)
{
	uint32_t at = 0;

	if (bytes > 256) {
		/* reading an invalid address clears the buffer */
		ir_helper(g->f, probe_read_user, gen_mem_addr(g, mem),
			  val_imm(bytes), val_imm(-1));
		return;
	}
	while (at < bytes) {
		uint32_t step = 8;

		while (step > bytes - at || (mem.off + (int32_t)at) % step)
			step /= 2;
		gen_mem_store(g, mem_at(mem, (int32_t)at), step, val_imm(0));
		at += step;
	}
}

/* Returns the number of the only set bit, 0..7, without branches. */
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
 * Takes the lowest free bit. A program that interrupts between the load and the
 * atomic operation may take it first, so there are four attempts.
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
	/* only emitted where it is used */
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
	/* else the clause uses the firing's slot */
	if (!g->mode.is_cut && !g->heap.is_kept)
		gen_scratch_release_firing(g);
}
