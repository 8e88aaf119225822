// SPDX-License-Identifier: BSD-2-Clause
/*
 * The program's registers at the probe: uregs[], and the start of walks through
 * its stack.
 */
#include "lang/type/machine.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/stack.h"
#include "runtime/codegen/record/uregs.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

bool gen_has_stack(const struct pgen *g)
{
	return g->abi->context != ABI_TEST_RUN;
}

const struct name_gen gen_var_regs = { .value = NULL };
const struct name_gen gen_var_uregs = { .value = NULL };

uint32_t gen_saved_regs(struct pgen *g)
{
	if (g->abi->context == ABI_UPROBE)
		return ir_copy(g->f, val_reg(g->firing.ctx));
	return ir_helper(g->f, task_pt_regs,
			 val_reg(ir_helper0(g->f, get_current_task_btf)));
}

static uint32_t read_reg(struct pgen *g, uint32_t addr)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t reg = ir_reg(f);
	struct mem value = gen_frame_mem(g, 8);

	ir_helper(f, probe_read_kernel, gen_mem_addr(g, value), val_imm(8),
		  val_reg(addr));
	ir_load(f, reg, value.base, value.off, 8);
	gen_temps_release(g, temps);
	return reg;
}

/* Registers after REC_STACK_REG_CNT are not saved anywhere and read as 0. */
static uint32_t const_reg(struct pgen *g, uint64_t idx)
{
	struct ir_func *f = g->f;
	uint32_t addr, reg = ir_reg(f);

	if (idx >= REC_STACK_REG_CNT)
		return ir_copy(f, val_imm(0));
	if (g->abi->context == ABI_UPROBE) {
		ir_load(f, reg, val_reg(g->firing.ctx), (int32_t)idx * 8, 8);
		return reg;
	}
	addr = gen_saved_regs(g);
	ir_alu(f, BPF_ADD, addr, val_imm((int64_t)idx * 8));
	return read_reg(g, addr);
}

bool gen_is_regs(const struct node *node)
{
	const struct node *base = node->index.base;

	return base->kind == NODE_NAME && base->name.ident &&
	       base->name.ident->kind == IDENT_BUILTIN &&
	       (base->name.ident->row == BUILTIN_uregs ||
		base->name.ident->row == BUILTIN_regs);
}

uint32_t gen_regs(struct pgen *g, const struct node *node)
{
	const struct node *key = node->index.keys;
	struct ir_func *f = g->f;
	uint32_t idx, addr, ok = ir_label(f);

	if (key->kind == NODE_INT &&
	    key->integer.value < MACHINE_REG_CNT)
		return gen_has_stack(g) ? const_reg(g, key->integer.value) :
				      ir_copy(f, val_imm(0));
	idx = ir_copy(f, val_reg(gen_expr(g, key)));
	ir_branch(f, BPF_JLT, idx, val_imm(REC_STACK_REG_CNT), ok);
	gen_fault(g, FAULT_BADADDR, val_reg(idx));
	ir_bind(f, ok);
	if (!gen_has_stack(g))
		return ir_copy(f, val_imm(0));
	ir_alu(f, BPF_LSH, idx, val_imm(3));
	addr = gen_saved_regs(g);
	ir_alu(f, BPF_ADD, addr, val_reg(idx));
	return read_reg(g, addr);
}
