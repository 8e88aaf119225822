/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Walks the stacks of processes by unwind tables: the in-kernel library walks
 * from a struct unwind_walk (runtime/bpf/lib_unwind.bpf.h) in scratch memory,
 * which is filled here. It cannot walk 32-bit code: there the kernel follows
 * frame pointers.
 *
 *	walk.regs_kaddr = ...; walk.to = offset of the frames; walk.max = n
 *	r = unwind_begin(walk)
 *	if (r == 0) { r = unwind(walk); ... as often as n frames may need }
 *	if (unwind_has_news(walk)) the same again, up to TRY_MAX times; or
 *	unwind_again(walk), which waits, as often as it says; between its calls
 *	unwind_give_way(walk), if the program can
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/unwind.h"
#include "runtime/codegen/string/scratch_string.h"

enum {
	/* Ends the walk of a process that keeps changing its mappings. */
	TRY_MAX = 4,
};

bool gen_unwinds(const struct pgen *g)
{
	const struct gen_env *env = &g->gen->env;

	if (g->abi->context == ABI_TEST_RUN || !env->unwind_bytes)
		return false;
	g->gen->result.unwind_bytes = env->unwind_bytes(env->host_arg);
	return g->gen->result.unwind_bytes;
}

bool gen_can_give_way(const struct gen_env *env)
{
	return env->can_give_way && env->unwind_bytes &&
		env->can_give_way(env->host_arg) &&
		env->unwind_bytes(env->host_arg);
}

/* Returns the thread's process id, as dtrace sees it. */
static uint32_t pid_of(struct pgen *g)
{
	uint32_t pid = ir_copy(
		g->f, val_reg(gen_firing_value(g, FIRING_PID_TGID)));

	ir_alu(g->f, BPF_RSH, pid, val_imm(32));
	return pid;
}

/* The walk clears them again. */
static void set_flags(struct pgen *g, const struct gen_unwind *unwind,
		      const struct text *walk)
{
	gen_mem_store(g, mem_at(walk->mem, UNWIND_FLAGS_OFF), 8,
		      val_imm(unwind->is_entry ? UNWIND_AT_ENTRY : 0));
}

/*
 * If the return of a function is probed, the stack has the address of the
 * kernel's trampoline instead; the task stores the original address.
 */
static void set_returns(struct pgen *g, struct mem walk)
{
	const struct gen_env *env = &g->gen->env;
	struct gen_return_offs offs;
	uint32_t utask;

	if (!env->return_offs || !env->return_offs(env->host_arg, &offs)) {
		gen_mem_store(g, mem_at(walk, UNWIND_UTASK_OFF), 8, val_imm(0));
		return;
	}
	utask = ir_copy(g->f, val_reg(ir_helper0(g->f, get_current_task)));
	ir_alu(g->f, BPF_ADD, utask, val_imm(offs.utask));
	gen_mem_store(g, mem_at(walk, UNWIND_UTASK_OFF), 8, val_reg(utask));
	gen_mem_store(g, mem_at(walk, UNWIND_RETURN_OFF), 8,
		      val_imm((int64_t)(offs.instances |
					(uint64_t)offs.stack << 16 |
					(uint64_t)offs.addr << 32 |
					(uint64_t)offs.next << 48)));
}

static struct text make_walk(struct pgen *g, const struct gen_unwind *unwind,
			     uint32_t to_off)
{
	struct text walk = text_new(g, UNWIND_WALK_BYTES);
	struct mem mem = walk.mem;

	set_flags(g, unwind, &walk);
	gen_mem_store(g, mem_at(mem, UNWIND_REGS_OFF), 8,
		      val_reg(unwind->regs));
	gen_mem_store(g, mem_at(mem, UNWIND_PID_OFF), 8, val_reg(pid_of(g)));
	gen_mem_store(g, mem_at(mem, UNWIND_TO_OFF), 8, val_reg(to_off));
	gen_mem_store(g, mem_at(mem, UNWIND_MAX_OFF), 8, val_imm(unwind->max));
	gen_mem_store(g, mem_at(mem, UNWIND_CNT_OFF), 8, val_imm(0));
	set_returns(g, mem);
	return walk;
}

/*
 * May the thread be delayed? At a user probe or a system call it holds no
 * locks. On a machine with one CPU, waiting would only block dtrace.
 */
static bool can_wait(const struct pgen *g)
{
	return g->gen->env.cpu_max > 1 &&
		(g->abi->context == ABI_UPROBE || g->abi->is_syscall_tp);
}

/* Makes one attempt; jumps to @done if it gives a stack, or there is none. */
static void try_walk(struct pgen *g, const struct gen_unwind *unwind,
		     const struct text *state, uint32_t done, uint32_t other)
{
	uint32_t walked = ir_label(g->f), result;

	result = text_lib(g, unwind_begin, val_reg(state->off));
	ir_branch(g->f, BPF_JEQ, result, val_imm(UNWIND_OTHER), other);
	ir_branch(g->f, BPF_JSLT, result, val_imm(0), done);
	for (uint32_t cnt = 0; cnt < unwind->max; cnt += UNWIND_STEP_FRAMES) {
		result = text_lib(g, unwind, val_reg(state->off));
		ir_branch(g->f, BPF_JNE, result, val_imm(0), walked);
	}
	ir_bind(g->f, walked);
}

/* Jumps to @done unless another walk would give more. */
static void wait_for_news(struct pgen *g, const struct text *state,
			  uint32_t done)
{
	uint32_t again = ir_label(g->f), result;

	if (!can_wait(g)) {
		result = text_lib(g, unwind_has_news, val_reg(state->off));
		ir_branch(g->f, BPF_JEQ, result, val_imm(0), done);
		return;
	}
	for (int i = 0; i < UNWIND_WAIT_CALLS; i++) {
		result = text_lib(g, unwind_again, val_reg(state->off));
		ir_branch(g->f, BPF_JEQ, result, val_imm(0), done);
		ir_branch(g->f, BPF_JEQ, result, val_imm(1), again);
		if (g->mode.is_sleepable && gen_can_give_way(&g->gen->env))
			text_lib(g, unwind_give_way, val_reg(state->off));
	}
	ir_bind(g->f, again);
}

/*
 * Fills @to and returns the walk; binds @other for stacks it cannot walk. The
 * first @clear_bytes of @to have no frames of earlier attempts.
 */
static struct text walk(struct pgen *g, const struct gen_unwind *unwind,
			const struct text *to, uint32_t clear_bytes,
			uint32_t other)
{
	struct text state = make_walk(g, unwind, to->off);
	uint32_t done = ir_label(g->f);

	gen_zero(g, to->mem, clear_bytes);
	try_walk(g, unwind, &state, done, other);
	for (int i = 1; i < TRY_MAX; i++) {
		wait_for_news(g, &state, done);
		gen_zero(g, to->mem, clear_bytes);
		set_flags(g, unwind, &state);
		try_walk(g, unwind, &state, done, other);
	}
	ir_bind(g->f, done);
	return state;
}

void gen_unwind(struct pgen *g, const struct gen_unwind *unwind, struct mem dst,
		uint32_t bytes, uint32_t other)
{
	struct gen_temps temps = gen_temps_mark(g);
	struct text to = text_result(g, dst, bytes);

	walk(g, unwind, &to, bytes, other);
	if (!text_is_scratch(g, dst))
		gen_copy(g, to.mem, dst, bytes);
	gen_temps_release(g, temps);
}

uint32_t gen_unwind_cnt(struct pgen *g, const struct gen_unwind *unwind,
			uint32_t other)
{
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t cnt = ir_reg(g->f);
	struct text to = text_new(g, unwind->max * 8);
	struct text state = walk(g, unwind, &to, 0, other);

	ir_load(g->f, cnt, state.mem.base, state.mem.off + UNWIND_CNT_OFF, 8);
	gen_temps_release(g, temps);
	return cnt;
}

uint32_t gen_unwind_caller(struct pgen *g, const struct gen_unwind *unwind,
			   uint32_t other)
{
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t caller = ir_reg(g->f);
	uint32_t cnt = ir_reg(g->f), none = ir_label(g->f);
	struct gen_unwind two = *unwind;
	struct text to, state;

	two.max = 2;
	to = text_new(g, 2 * 8);
	state = walk(g, &two, &to, 0, other);
	ir_mov(g->f, caller, val_imm(0));
	ir_load(g->f, cnt, state.mem.base, state.mem.off + UNWIND_CNT_OFF, 8);
	ir_branch(g->f, BPF_JNE, cnt, val_imm(2), none);
	ir_load(g->f, caller, to.mem.base, to.mem.off + 8, 8);
	/* without UNW_EXACT */
	ir_alu(g->f, BPF_LSH, caller, val_imm(64 - UNW_EXACT_SHIFT));
	ir_alu(g->f, BPF_RSH, caller, val_imm(64 - UNW_EXACT_SHIFT));
	ir_bind(g->f, none);
	gen_temps_release(g, temps);
	return caller;
}
