/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The clauses of dtrace:::ERROR. They run immediately where a clause faults
 * (fault.c), in its context: so they are a subprogram of every program that can
 * fault.
 *
 * The arguments of the ERROR probe are in the rec_error. Its records carry the
 * number of a program without code, which stands for the probe.
 */
#include <errno.h>

#include "lang/direct_clause.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/value/lvalue.h"

/* Reads 4 bytes of a pair that is loaded together, or all 8. */
static struct abi_arg field(size_t off, uint8_t size_bytes, bool is_signed)
{
	return (struct abi_arg){
		.kind = ABI_ARG_CTX,
		.size_bytes = size_bytes,
		.is_signed = is_signed,
		.ctx_off = (int16_t)(off & ~7u),
		.shift_bits = (uint8_t)((off & 7) * 8),
	};
}

/* arg1 enabling, arg2 action, arg3 offset, arg4 fault code, arg5 its value */
static void error_args(struct abi_arg args[])
{
	args[1] = field(offsetof(struct rec_error, clause_id), 4, false);
	args[2] = field(offsetof(struct rec_error, action), 4, false);
	args[3] = field(offsetof(struct rec_error, offset), 4, true);
	args[4] = field(offsetof(struct rec_error, fault), 4, false);
	args[5] = field(offsetof(struct rec_error, value), 8, false);
}

static bool error_name(void *arg, uint32_t tag, struct abi_name *ret)
{
	(void)tag;
	ret->id = (uint32_t)(uintptr_t)arg;
	ret->fields[ABI_PROVIDER] = "dtrace";
	ret->fields[ABI_NAME] = "ERROR";
	return true;
}

int gen_error_clauses(struct gen *gen, uint32_t probe_tag, uint32_t id,
		      const struct clause *const *clauses, size_t clause_cnt,
		      uint32_t *prog_id_ret)
{
	struct gen_prog prog = {
		.prog_id = (uint32_t)gen->result.progs.cnt,
		.row_first = gen->row_cnt,
		.clause_cnt = clause_cnt,
		.clauses = arena_new_array(gen->arena, const struct clause *,
					   clause_cnt + 1),
		.class_name = "ERROR",
		.code = { .name = "ERROR" },
	};
	struct gen_error *error = &gen->error;

	for (size_t i = 0; i < clause_cnt; i++)
		prog.clauses[i] = clauses[i];
	gen->row_cnt += (uint32_t)clause_cnt;
	*error = (struct gen_error){
		.clauses = prog.clauses,
		.clause_cnt = clause_cnt,
		.prog_id = prog.prog_id,
		.row_first = prog.row_first,
	};
	error->abi.probe_tag = probe_tag;
	error->abi.names.name = error_name;
	error->abi.names.arg = (void *)(uintptr_t)id;
	error_args(error->abi.args);
	error->reads_user = gen_reads_user(clauses, clause_cnt, &error->abi);
	error->walks_user = gen_walks_user(clauses, clause_cnt);
	gen->result.error_prog_id = prog.prog_id;
	gen->result.error_tag = probe_tag;
	*vec_add(&gen->result.progs) = prog;
	*prog_id_ret = prog.prog_id;
	return 0;
}

bool gen_error_exits(const struct gen *gen)
{
	for (size_t i = 0; i < gen->error.clause_cnt; i++)
		if (clause_exits(gen->error.clauses[i]))
			return true;
	return false;
}

/* Does what the entry's prologue does, with values from the parameters. */
static void begin(struct pgen *g)
{
	uint32_t params[GEN_ERROR_PARAM_CNT];
	struct ir_func *f = g->f;

	ir_note(f, (struct loc){ 0 }, "ERROR");
	for (int i = 0; i < GEN_ERROR_PARAM_CNT; i++)
		params[i] = ir_reg(f);
	ir_params(f, params);
	g->firing.ctx = params[0];
	g->firing.args = params[1];
	g->firing.cpu = params[2];
	g->firing.exit_label = ir_label(f);
	g->firing.known = 0;
	for (int i = 0; i < FIRING_CNT; i++)
		g->firing.values[i] = ir_copy(f, val_imm(0));
	g->firing.self_ptr = ir_copy(f, val_imm(0));
	g->firing.tag = ir_copy(f, val_imm(g->abi->probe_tag));
	/*
	 * run even if the faulting clause has called exit(): its state was
	 * active
	 */
	g->firing.state = ir_copy(f, val_imm(g->abi->filter.active_state));
	gen_cpu_bound(g);
	g->firing.counters =
		gen_cpu_addr(g, MAP_COUNTERS, 0, SYM_COUNTER_STRIDE);
}

int gen_error_function(struct pgen *entry, struct gen_prog *prog, uint32_t id)
{
	const struct gen_error *error = &entry->gen->error;
	struct probe_abi abi = error->abi;
	struct pgen g = *entry;
	struct ir_func f;
	int err;

	abi.context = entry->abi->context;
	abi.filter.active_state = entry->abi->filter.active_state;
	ir_func_init(&f, "ERROR", GEN_ERROR_PARAM_CNT, gen_stack_bytes(entry));
	f.id = id;
	g.f = &f;
	g.abi = &abi;
	g.clause.ast = NULL;
	g.prog_id = error->prog_id;
	g.mode.is_error = true;
	if (g.mode.is_cut)
		ir_frame(&f, 8);
	begin(&g);
	gen_this_begin(&g, error->clauses, error->clause_cnt, error->row_first);
	gen_heap_begin(&g, error->clauses, error->clause_cnt);
	gen_clauses(&g, error->clauses, error->clause_cnt, error->row_first);
	if (g.mode.is_cut)
		ir_cut_end(&f, g.cut.slot);
	gen_heap_end(&g);
	gen_this_end(&g);
	ir_bind(&f, g.firing.exit_label);
	ir_ret(&f, val_imm(0));
	err = gen_done(&g, prog, &f);
	ir_func_deinit(&f);
	/* keys that only ERROR clauses store need subprograms too */
	entry->subprogs = g.subprogs;
	return err;
}
