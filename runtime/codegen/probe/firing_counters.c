// SPDX-License-Identifier: BSD-2-Clause
/*
 * Counters of clauses and of the CPU, at the address that the prologue has
 * found. Additions are atomic, because a firing can interrupt another one on
 * the same CPU.
 */
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/memory/memory.h"

static void count_at(struct pgen *g, uint32_t off)
{
	uint32_t one = ir_copy(g->f, val_imm(1));
	struct mem mem = { .base = val_reg(g->firing.counters),
			   .off = (int32_t)off };

	mem = gen_mem_near(g, mem);
	ir_atomic(g->f, BPF_ADD, mem.base, mem.off, one);
}

void gen_count(struct pgen *g, enum rt_clause_counter counter)
{
	/* an addition is 1 % of a firing: only for -x counts */
	if (!g->gen->env.keeps_counts && counter != CNT_NO_SCRATCH)
		return;
	count_at(g, rt_counter_off(g->clause.row, counter));
}

void gen_count_cpu(struct pgen *g, enum rt_cpu_counter counter)
{
	count_at(g, counter * 8);
}
