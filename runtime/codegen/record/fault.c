// SPDX-License-Identifier: BSD-2-Clause
/*
 * A clause faults: it ends, its fault is recorded, and the clauses of
 * dtrace:::ERROR (error.c) are called at the end of the fault path.
 *
 *	fault:	struct rec_error -> ring; clause_id = number of the enabling
 *		call ERROR(context, &rec_error, cpu)
 *
 * A fault in an ERROR clause is only counted.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/record_gen.h"

void gen_fault(struct pgen *g, enum rec_fault fault, struct ir_val value)
{
	struct ir_func *f = g->f;

	if (!g->fault.is_used) {
		g->fault.action = ir_reg(f);
		g->fault.code = ir_reg(f);
		g->fault.value = ir_reg(f);
	}
	g->fault.is_used = true;
	ir_mov(f, g->fault.action, val_imm(g->clause.action));
	ir_mov(f, g->fault.code, val_imm(fault));
	ir_mov(f, g->fault.value, value);
	ir_jump(f, g->fault.label);
}

/* Runs the clauses of dtrace:::ERROR. */
static void call_error(struct pgen *g, struct mem record)
{
	struct ir_val args[GEN_ERROR_PARAM_CNT];

	if (!g->gen->error.clause_cnt)
		return;
	gen_mem_store(g, mem_at(record, offsetof(struct rec_error, clause_id)),
		      4, val_imm(g->clause.row + 1));
	args[0] = val_reg(g->firing.ctx);
	args[1] = gen_mem_addr(g, record);
	args[2] = val_reg(g->firing.cpu);
	ir_call(g->f, CALL_SUBPROG, gen_subprog(g, GEN_SUBPROG_ERROR), args,
		GEN_ERROR_PARAM_CNT);
}

void gen_fault_tail(struct pgen *g)
{
	struct send send = {
		.size_bytes = sizeof(struct rec_error),
		.attempted = CNT_ERR_ATTEMPTED,
		.dropped = CNT_ERR_DROPPED,
		.wakes = true,
	};

	/* the clause's temporaries are no longer needed */
	g->f->frame_bytes = g->clause.frame_floor_bytes;
	g->scratch.bytes = g->mode.is_cut ? g->heap.bytes : g->scratch.bytes;
	send.record = g->mode.is_cut ?
		gen_scratch_mem(g, sizeof(struct rec_error)) :
		gen_frame_mem(g, sizeof(struct rec_error));
#define AT(field) mem_at(send.record, offsetof(struct rec_error, field))
	gen_count(g, CNT_FAULTED);
	if (g->mode.is_error) {
		gen_count_cpu(g, CNT_ERR_IN_ERROR);
		return;
	}
	gen_mem_store(g, AT(clause_id), 4, val_imm(g->clause.ast->id));
	gen_mem_store(g, AT(action), 4, val_reg(g->fault.action));
	gen_mem_store(g, AT(fault), 4, val_reg(g->fault.code));
	gen_mem_store(g, AT(offset), 4, val_imm(-1));
	gen_mem_store(g, AT(value), 8, val_reg(g->fault.value));
#undef AT
	gen_rec_header(g, send.record, REC_LAYOUT_ERROR);
	gen_send(g, &send);
	call_error(g, send.record);
}
