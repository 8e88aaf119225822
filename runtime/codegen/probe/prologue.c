/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The beginning of a firing (is the session on? is this process traced? which
 * CPU?) and its end. A firing that only counts must be very cheap: one attach
 * cookie, one CPU number, one test of the state, one atomic addition.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"

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
	uint32_t params[2];

	ir_note(f, (struct loc){ 0 }, "prologue");
	params[0] = ir_reg(f);
	params[1] = g->abi->list.word_cnt ? ir_reg(f) : params[0];
	ir_params(f, params);
	g->firing.ctx = params[0];
	g->firing.args = params[1];
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
