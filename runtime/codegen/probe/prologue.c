/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code that belongs to a firing rather than to one expression: the prologue (is
 * the session on? is this process traced? which CPU?), values that are computed
 * at most once, counters, and the exit from a clause after a fault. A firing
 * that only counts must be very cheap: one attach cookie, one CPU number, one
 * test of the state, one atomic addition.
 */
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/record/record_gen.h"

/* Leaves if the session has not reached this program's state. */
static void check_state(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t control = ir_copy(f, val_map_value(MAP_CONTROL, 0, 0));

	ir_load(f, g->firing.state, val_reg(control),
		offsetof(struct rt_control, state), 4);
	if (g->abi->filter.active_state != RT_STARTING)
		ir_branch(f, BPF_JLT, g->firing.state,
			  val_imm(g->abi->filter.active_state),
			  g->firing.exit_label);
}

/* Counts a return that the kernel is going to miss. */
static void count_lost_return(struct pgen *g)
{
	struct ir_func *f = g->f;
	uint32_t task, utask, depth, end;

	if (!g->abi->function.depth_off)
		return;
	task = ir_helper0(f, get_current_task_btf);
	utask = ir_reg(f);
	depth = ir_reg(f);
	end = ir_label(f);
	ir_load(f, utask, val_reg(task), (int32_t)g->abi->function.utask_off, 8);
	ir_branch(f, BPF_JEQ, utask, val_imm(0), end);
	ir_load(f, depth, val_reg(utask), (int32_t)g->abi->function.depth_off, 4);
	ir_branch(f, BPF_JLT, depth, val_imm(ABI_RETURN_MAX), end);
	gen_count_cpu(g, CNT_RET_DROPPED);
	ir_bind(f, end);
}

/*
 * Must the program not run inside another program of a kernel function?
 * Programs call functions that may be traced as well, so firings would
 * multiply. The kernel has this rule among kprobes, but not for FENTRY. Skipped
 * firings are counted.
 */
static bool runs_alone(const struct pgen *g)
{
	return g->abi->context == ABI_KPROBE || g->abi->context == ABI_FENTRY;
}

static void enter_alone(struct pgen *g)
{
	struct mem busy = { val_reg(g->firing.counters), CNT_BUSY * 8 };
	struct ir_func *f = g->f;
	uint32_t is_busy = ir_reg(f), alone = ir_label(f);

	if (!runs_alone(g))
		return;
	ir_load(f, is_busy, busy.base, busy.off, 8);
	ir_branch(f, BPF_JEQ, is_busy, val_imm(0), alone);
	gen_count_cpu(g, CNT_MISSED);
	ir_jump(f, g->firing.exit_label);
	ir_bind(f, alone);
	gen_mem_store(g, busy, 8, val_imm(1));
	g->firing.skip_label = g->firing.exit_label;
	g->firing.exit_label = ir_label(f);
}

void gen_leave(struct pgen *g)
{
	struct mem busy = { val_reg(g->firing.counters), CNT_BUSY * 8 };

	if (!runs_alone(g))
		return;
	gen_mem_store(g, busy, 8, val_imm(0));
	ir_bind(g->f, g->firing.skip_label);
}

/* Sets where the counters of this CPU are. */
static void find_counters(struct pgen *g)
{
	gen_cpu_bound(g);
	g->firing.counters = ir_copy(
		g->f,
		val_reg(gen_cpu_addr(g, MAP_COUNTERS, 0, SYM_COUNTER_STRIDE)));
}

/* On one CPU such programs do not interrupt each other: a plain addition. */
static void count_run(struct pgen *g)
{
	struct mem ran = { val_reg(g->firing.counters), CNT_RAN * 8 };
	uint32_t cnt = ir_reg(g->f);

	ir_load(g->f, cnt, ran.base, ran.off, 8);
	ir_alu(g->f, BPF_ADD, cnt, val_imm(1));
	gen_mem_store(g, ran, 8, val_reg(cnt));
}

void gen_prologue(struct pgen *g)
{
	struct ir_func *f = g->f;

	ir_note(f, (struct loc){ 0 }, "prologue");
	g->firing.ctx = ir_reg(f);
	ir_params(f, &g->firing.ctx);
	g->firing.args = g->firing.ctx;
	g->firing.exit_label = ir_label(f);
	g->firing.state = ir_reg(f);
	for (int i = 0; i < FIRING_CNT; i++)
		g->firing.values[i] = ir_copy(f, val_imm(0));
	g->firing.self_ptr = ir_copy(f, val_imm(0));
	gen_tag_early(g);
	/* even in the wrong state, because no mark may remain */
	gen_back_land(g);
	if (g->abi->counts_runs) {
		g->firing.cpu = ir_helper0(f, get_smp_processor_id);
		find_counters(g);
		count_run(g);
		gen_watch_written(g);
	}
	check_state(g);
	gen_tag(g);
	if (!g->abi->counts_runs)
		g->firing.cpu = ir_helper0(f, get_smp_processor_id);
	if (g->gen->env.only_cpu && g->abi->loop.kind != ABI_BACK_MARK)
		ir_branch(f, BPF_JNE, g->firing.cpu,
			  val_imm((int32_t)g->gen->env.only_cpu - 1),
			  g->firing.exit_label);
	if (!g->abi->counts_runs)
		find_counters(g);
	enter_alone(g);
	count_lost_return(g);
}

/* Runs the clauses of dtrace:::ERROR: record/error.c. */
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
