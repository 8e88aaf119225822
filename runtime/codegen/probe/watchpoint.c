/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Words that the processor watches. A program runs after each write. Its
 * argument is what the write added: the difference between the value now and
 * the last value, which is kept for each CPU (struct rt_watches). Without a
 * last value it does not know the argument, and leaves. So that the first write
 * counts, a program without clauses is run on each CPU as soon as the CPU
 * watches its word; if a write comes before that, the value stored by the write
 * is kept.
 *
 * If no program ran for a write, what it added is included in the next one's
 * argument: the kernel runs no program that would interrupt another one, and
 * counts these as missed.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"

/* Returns a new register: the address of this CPU's words. */
static uint32_t watches(struct pgen *g)
{
	uint32_t cpu = gen_cpu(g);
	uint32_t addr = ir_copy(g->f, val_map_value(MAP_WATCHES, 0, 0));

	g->gen->result.watch_bytes = sizeof(struct rt_watches);
	ir_alu(g->f, BPF_MUL, cpu, val_imm(sizeof(struct rt_watches)));
	ir_alu(g->f, BPF_ADD, addr, val_reg(cpu));
	return addr;
}

/*
 * Offset, in an array of struct rt_watches, of the word that the program
 * watches.
 */
static int32_t word_off(const struct pgen *g, size_t array_off)
{
	return (int32_t)(array_off + 8u * g->abi->watch.idx);
}

void gen_watch_written(struct pgen *g)
{
	int32_t last = word_off(g, offsetof(struct rt_watches, last));
	int32_t growth = word_off(g, offsetof(struct rt_watches, growth));
	struct ir_func *f = g->f;
	uint32_t place, then, now;

	if (g->abi->watch.event != ABI_WATCH_WRITTEN)
		return;
	place = watches(g);
	then = ir_reg(f);
	ir_load(f, then, val_reg(place), last, 8);
	now = gen_kernel_word(g, gen_context_word(g, g->abi->watch.addr_off), 0,
			      8);
	/* + 1, because 0 means: no value yet */
	ir_alu(f, BPF_ADD, now, val_imm(1));
	ir_store(f, val_reg(place), last, 8, val_reg(now));
	ir_branch(f, BPF_JEQ, then, val_imm(0), g->firing.exit_label);
	ir_alu(f, BPF_SUB, now, val_reg(then));
	ir_store(f, val_reg(place), growth, 8, val_reg(now));
}

void gen_watch_begin(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t place, off, now, old;

	if (g->abi->watch.event != ABI_WATCH_BEGIN)
		return;
	off = gen_context_word(g, 0);
	ir_alu(f, BPF_AND, off, val_imm(RT_WATCH_MAX - 1));
	ir_alu(f, BPF_LSH, off, val_imm(3));
	now = gen_kernel_word(g, gen_context_word(g, 8), 0, 8);
	ir_alu(f, BPF_ADD, now, val_imm(1));
	place = watches(g);
	ir_alu(f, BPF_ADD, place, val_reg(off));
	old = ir_reg(f);
	ir_cmpxchg(f, old, val_reg(place), offsetof(struct rt_watches, last), 8,
		   val_imm(0), val_reg(now));
}

/* On one CPU, programs at writes neither interrupt each other nor migrate. */
uint32_t gen_watch_growth(struct pgen *g)
{
	uint32_t place = watches(g), reg = ir_reg(g->f);

	ir_load(g->f, reg, val_reg(place),
		word_off(g, offsetof(struct rt_watches, growth)), 8);
	return reg;
}
