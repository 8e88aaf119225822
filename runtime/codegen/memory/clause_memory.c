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
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/memory/memory.h"

struct mem mem_at(struct mem mem, int32_t off)
{
	mem.off += off;
	return mem;
}

/* A new register: the firing's slot + @off, in every part. */
uint32_t gen_cut_slot(struct pgen *g, uint32_t slot, uint32_t off)
{
	uint32_t reg = ir_copy(g->f, val_reg(slot));

	ir_alu(g->f, BPF_ADD, reg, val_imm(off));
	ir_remat(g->f, reg, REMAT_SLOT, (int32_t)off);
	return reg;
}

static uint32_t cut_near(struct pgen *g, struct mem mem)
{
	uint32_t off = 0;

	for (size_t i = 0; i < g->f->remats.cnt; i++)
		if (g->f->remats.v[i].kind == REMAT_SLOT &&
		    g->f->remats.v[i].reg == mem.base.reg)
			off = (uint32_t)g->f->remats.v[i].off;
	return gen_cut_slot(g, g->cut.slot, off + (uint32_t)mem.off);
}

/* Offsets of instructions have 16 bits; half is for what is added to it. */
struct mem gen_mem_near(struct pgen *g, struct mem mem)
{
	if (mem.off <= INT16_MAX / 2)
		return mem;
	if (g->mode.is_cut &&
	    (mem.base.reg == g->scratch.slot ||
	     mem.base.reg == g->this.block.base.reg))
		return (struct mem){ .base = val_reg(cut_near(g, mem)) };
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

/* A part of a split program cannot see the stack of the part before. */
struct mem gen_record_mem(struct pgen *g, uint32_t bytes)
{
	return g->mode.is_cut ? gen_scratch_mem(g, bytes) : gen_mem(g, bytes);
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

uint32_t gen_scratch_at(struct pgen *g, uint32_t off, uint32_t bad_label)
{
	uint32_t addr = ir_copy(g->f, val_map_value(MAP_SCRATCH, 0, 0));
	uint32_t at = ir_copy(g->f, val_reg(off));

	ir_branch(g->f, BPF_JGT, at, val_sym(SYM_SCRATCH_END), bad_label);
	ir_alu(g->f, BPF_ADD, addr, val_reg(at));
	return addr;
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
