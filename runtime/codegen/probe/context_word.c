// SPDX-License-Identifier: BSD-2-Clause
/* The context of a probe: a word of it, and its address. */
#include "runtime/codegen/probe/probe.h"

uint32_t gen_context_word(struct pgen *g, int32_t off)
{
	uint32_t reg = ir_reg(g->f);

	ir_load(g->f, reg, val_reg(g->firing.args), off, 8);
	return reg;
}

uint32_t gen_inner_address(struct pgen *g, int64_t off)
{
	uint32_t reg = ir_copy(g->f, val_reg(g->firing.args));

	ir_bswap64(g->f, reg);
	ir_bswap64(g->f, reg);
	ir_alu(g->f, BPF_ADD, reg, val_imm(off));
	return reg;
}
