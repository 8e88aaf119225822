/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The generator's interface: generates programs one by one, then computes the
 * sizes of the maps that they share. A program consists of
 *
 *	prologue, clauses, return 0		prologue.c, clause.c
 *	parts, if that is too large		program_split.c
 *	subprograms that insert keys		key_to_slot.c
 *
 * Each is a function in intermediate code that goes through ir_opt(),
 * ir_alloc() and ir_emit(). Sizes that depend on all programs (the stride of
 * the counters, of a scratch slot) are immediates that gen_finish() patches.
 */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "runtime/bpf/lib.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/record/unwind.h"
#include "runtime/codegen/value/lvalue.h"

/* BPF_TRACE_KPROBE_MULTI, which older versions of linux/bpf.h lack */
enum { GEN_ATTACH_KPROBE_MULTI = 42 };

struct gen *gen_create(struct arena *arena, const struct gen_env *env,
		       struct diag_list *diags)
{
	struct gen *gen = xcalloc(1, sizeof(*gen));

	gen->arena = arena;
	gen->env = *env;
	if (!gen->env.cell_max)
		gen->env.cell_max = env->cpu_max;
	if (!gen->env.prog_insns)
		gen->env.prog_insns = GEN_PROG_INSN_MAX;
	gen->diags = diags;
	return gen;
}

void gen_destroy(struct gen *gen)
{
	if (!gen)
		return;
	for (size_t i = 0; i < gen->result.progs.cnt; i++)
		code_deinit(&gen->result.progs.v[i].code);
	vec_deinit(&gen->result.progs);
	vec_deinit(&gen->result.layouts);
	vec_deinit(&gen->result.names);
	vec_deinit(&gen->names);
	vec_deinit(&gen->ids);
	vec_deinit(&gen->widths);
	vec_deinit(&gen->result.aggs);
	vec_deinit(&gen->result.counter_offs);
	vec_deinit(&gen->result.dyns);
	for (size_t i = 0; i < sizeof(gen->vars) / sizeof(gen->vars[0]); i++)
		vec_deinit(&gen->vars[i]);
	for (size_t i = 0; i < GEN_STAGE_CNT; i++)
		strbuf_deinit(&gen->result.stage_text[i]);
	vec_deinit(&gen->aggs);
	vec_deinit(&gen->layout_refs);
	vec_deinit(&gen->patches);
	vec_deinit(&gen->keyed);
	free(gen);
}

int gen_refuse(struct gen *gen, const struct clause *clause, const char *fmt,
	       ...)
{
	va_list ap;

	va_start(ap, fmt);
	diag_verror(gen->diags, clause->loc, "D_UNKNOWN", fmt, ap);
	va_end(ap);
	return -EINVAL;
}

/* ---------------------------------------------------------------- roll back */

struct gen_mark gen_mark(const struct gen *gen)
{
	struct gen_mark mark = { .patch_cnt = gen->patches.cnt,
				 .front_bytes = gen->result.front_bytes };

	for (size_t i = 0; i < GEN_STAGE_CNT; i++)
		mark.text_lens[i] = gen->result.stage_text[i].len;
	return mark;
}

void gen_rollback_code(struct gen *gen, const struct gen_mark *mark)
{
	gen->patches.cnt = mark->patch_cnt;
	gen->result.front_bytes = mark->front_bytes;
}

void gen_rollback(struct gen *gen, const struct gen_mark *mark)
{
	gen_rollback_code(gen, mark);
	for (size_t i = 0; i < GEN_STAGE_CNT; i++)
		strbuf_truncate(&gen->result.stage_text[i], mark->text_lens[i]);
}

/* ----------------------------------------------------------------- program */

/* A stack is walked in a program that sleeps only to let dtrace run. */
static bool uprobe_sleeps(const struct gen_env *env, bool reads_user,
			  bool walks_user)
{
	/* the host tries what the kernel can do: only where it matters */
	if (!reads_user && !walks_user)
		return false;
	return env->can_sleep && env->can_sleep(env->host_arg) &&
		(reads_user || gen_can_give_way(env));
}

void gen_set_type(struct pgen *g, struct code *code,
		  const struct clause *const *clauses, size_t clause_cnt)
{
	const struct gen_env *env = &g->gen->env;
	bool reads_user = g->gen->error.reads_user ||
		g->abi->lock.event == ABI_LOCK_UNLOCK ||
		gen_reads_user(clauses, clause_cnt, g->abi);
	bool walks_user =
		g->gen->error.walks_user || gen_walks_user(clauses, clause_cnt);

	switch (g->abi->context) {
	case ABI_TEST_RUN:
		/* raw tracepoint programs cannot sleep */
		code->is_sleepable = reads_user;
		code->prog_type = reads_user ? BPF_PROG_TYPE_SYSCALL :
					       BPF_PROG_TYPE_RAW_TRACEPOINT;
		break;
	case ABI_UPROBE:
		code->is_sleepable = uprobe_sleeps(env, reads_user, walks_user);
		code->is_uprobe = true;
		code->prog_type = BPF_PROG_TYPE_KPROBE;
		break;
	case ABI_DIRECT:
		code->prog_type = BPF_PROG_TYPE_KPROBE; /* of its twin */
		break;
	case ABI_KPROBE:
		code->prog_type = BPF_PROG_TYPE_KPROBE;
		code->expected_attach_type =
			g->abi->identity.kind == ABI_ID_COOKIE ?
				GEN_ATTACH_KPROBE_MULTI : 0;
		break;
	case ABI_PERF_EVENT:
		code->prog_type = BPF_PROG_TYPE_PERF_EVENT;
		break;
	case ABI_RAW_TP:
		code->prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT;
		break;
	case ABI_TRACE_EVENT:
		code->prog_type = BPF_PROG_TYPE_TRACEPOINT;
		break;
	case ABI_BTF_TP:
		code->prog_type = BPF_PROG_TYPE_TRACING;
		code->expected_attach_type = BPF_TRACE_RAW_TP;
		code->attach_btf_id = g->abi->function.btf_id;
		break;
	case ABI_FENTRY:
		code->prog_type = BPF_PROG_TYPE_TRACING;
		code->expected_attach_type = g->abi->function.is_return ?
			BPF_TRACE_FEXIT : BPF_TRACE_FENTRY;
		code->attach_btf_id = g->abi->function.btf_id;
		code->attach_module = g->abi->function.btf_module;
		break;
	}
	g->mode.is_sleepable = code->is_sleepable;
}

/* Replaces subprogram ids in calls by positions, which the loader needs. */
static void resolve_calls(struct code *code)
{
	for (size_t i = 0; i < code->refs.cnt; i++) {
		struct code_ref *ref = &code->refs.v[i];
		uint32_t place = 0;

		if (ref->kind != REF_SUBPROG && ref->kind != REF_SUBPROG_ADDR)
			continue;
		while (code->subprogs.v[place].id != ref->target)
			place++;
		ref->target = place;
	}
}

/*
 * Since Linux 6.13, a program with 64 bytes of stack or more may get a per-CPU
 * stack instead of the thread's. A user probe's program can be preempted while
 * it uses that stack by the same program in another thread, and nothing
 * separates the two. A program with a tail call stays on the thread's stack, so
 * this adds one that is never executed. The verifier knows that it is dead, so
 * it does not check its arguments and removes it from the program.
 */
static void keep_thread_stack(struct ir_func *f)
{
	uint32_t one = ir_copy(f, val_imm(1)), on = ir_label(f);

	ir_verifier_branch(f, BPF_JEQ, one, val_imm(1), on);
	ir_helper0(f, tail_call);
	ir_bind(f, on);
}

/* Returns 0, -EINVAL, or -E2BIG: to be split, without a message. */
static int gen_code(struct pgen *g, struct gen_prog *prog,
		    const struct clause *const *clauses, size_t clause_cnt)
{
	struct ir_func entry;
	int err;

	ir_func_init(&entry, prog->class_name, 1, gen_stack_bytes(g));
	err = gen_list_begin(g, prog, &entry);
	if (err)
		return err;
	g->f = &entry;
	if (g->mode.is_cut)
		ir_frame(&entry, 8);
	gen_prologue(g);
	gen_drop_selfs(g, clauses, clause_cnt);
	gen_wait(g);
	gen_watch_begin(g);
	gen_lock(g);
	gen_back_mark(g);
	gen_hide_tag(g, clause_cnt);
	gen_this_begin(g, clauses, clause_cnt, prog->row_first);
	gen_heap_begin(g, clauses, clause_cnt);
	gen_clauses(g, clauses, clause_cnt, prog->row_first);
	gen_end_session(g);
	if (g->mode.is_cut)
		ir_cut_end(g->f, g->cut.slot);
	gen_heap_end(g);
	gen_this_end(g);
	ir_note(g->f, (struct loc){ 0 }, "end");
	ir_bind(g->f, g->firing.exit_label);
	gen_leave(g);
	gen_tell_end(g);
	if (g->abi->context == ABI_UPROBE)
		keep_thread_stack(g->f);
	ir_ret(g->f, val_imm(0));
	err = gen_done(g, prog, &entry);
	ir_func_deinit(&entry);
	if (!err)
		err = gen_subprogs(g, prog);
	if (!err && !g->mode.is_cut &&
	    prog->code.insns.cnt > g->gen->env.prog_insns)
		err = -E2BIG;
	if (!err)
		resolve_calls(&prog->code);
	return err;
}

/* Programs that cannot be split because parts cannot have their context. */
static bool is_whole(const struct probe_abi *abi)
{
	return abi->context == ABI_FENTRY || abi->context == ABI_DIRECT;
}

/*
 * If the program is too large for one function, generates it again in parts;
 * in smaller ones if a part, which loads everything that its statements use,
 * has too many values for its stack; and once more if the parts need the context
 * of a typed tracepoint.
 */
int gen_entry(struct pgen *g, struct gen_prog *prog,
	      const struct clause *const *clauses, size_t clause_cnt)
{
	struct pgen begin = *g;
	struct probe_abi abi = *g->abi;
	struct gen_mark mark = gen_mark(g->gen);
	struct code code = prog->code;
	int err = gen_code(g, prog, clauses, clause_cnt);

	if (err == -E2BIG && !g->found.has_failed && is_whole(g->abi))
		return err;
	begin.mode.is_cut = true;
	while (err == -E2BIG && !g->found.has_failed) {
		gen_rollback(g->gen, &mark);
		code_deinit(&prog->code);
		prog->code = code;
		*g = begin;
		g->gen->wants_ctx = false;
		g->gen->is_too_dense = false;
		err = gen_code(g, prog, clauses, clause_cnt);
		if (g->gen->is_too_dense) {
			begin.mode.halving_cnt++;
			continue;
		}
		if (err || !g->gen->wants_ctx)
			break;
		/* all kernels can pass an untyped one to parts */
		abi.context = ABI_RAW_TP;
		begin.abi = &abi;
		code.prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT;
		code.expected_attach_type = 0;
		code.attach_btf_id = 0;
		err = -E2BIG;
	}
	return err ? -EINVAL : 0;
}

int gen_program(struct gen *gen, const char *class_name,
		const struct probe_abi *abi,
		const struct clause *const *clauses, size_t clause_cnt,
		uint32_t *prog_id_ret)
{
	struct gen_prog prog = {
		.prog_id = (uint32_t)gen->result.progs.cnt,
		.row_first = gen->row_cnt,
		.clause_cnt = clause_cnt,
		.class_name = class_name,
	};
	struct pgen g = { .gen = gen,
			  .abi = abi,
			  .prog_id = prog.prog_id,
			  .mode.has_fronts = true };
	struct gen_mark mark = gen_mark(gen);
	int err;

	prog.clauses = arena_new_array(gen->arena, const struct clause *,
				       clause_cnt + 1);
	for (size_t i = 0; i < clause_cnt; i++)
		prog.clauses[i] = clauses[i];
	prog.code.name = class_name;
	gen_set_type(&g, &prog.code, clauses, clause_cnt);
	err = gen_entry(&g, &prog, clauses, clause_cnt);
	if (err) {
		gen_rollback(gen, &mark);
		code_deinit(&prog.code);
		return err;
	}
	gen->row_cnt += (uint32_t)clause_cnt;
	*vec_add(&gen->result.progs) = prog;
	*prog_id_ret = prog.prog_id;
	return 0;
}

uint32_t gen_prog_cnt(const struct gen *gen)
{
	return (uint32_t)gen->result.progs.cnt;
}

/* ------------------------------------------------------------------ finish */

/* Rounds up to whole cache lines, so that CPUs do not share any. */
static uint32_t pad_line(uint32_t bytes)
{
	return (bytes + 63) & ~63u;
}

static uint32_t all_slots_bytes(const struct gen *gen)
{
	return gen->env.cpu_max * (GEN_SCRATCH_HEAD_BYTES +
				   GEN_SCRATCH_SLOT_CNT * gen->slot_bytes);
}

void gen_patch_sizes(struct gen *gen, const struct gen_prog_patch *patches,
		     size_t cnt, struct code *code)
{
	int32_t sizes[SYM_CNT] = {
		[SYM_COUNTER_STRIDE] = (int32_t)gen->result.counter_stride,
		[SYM_RING_HEAD_STRIDE] = sizeof(struct rt_ring),
		[SYM_UNKEYED_STRIDE] = (int32_t)gen->result.unkeyed_stride,
		[SYM_SCRATCH_STRIDE] =
			(int32_t)(GEN_SCRATCH_HEAD_BYTES +
				  GEN_SCRATCH_SLOT_CNT * gen->slot_bytes),
		[SYM_SCRATCH_SLOT] = (int32_t)gen->slot_bytes,
		[SYM_SCRATCH_LAST] =
			(int32_t)(all_slots_bytes(gen) - gen->slot_bytes),
		[SYM_SCRATCH_END] = (int32_t)all_slots_bytes(gen),
		[SYM_RECORD_MAX] = (int32_t)gen->result.record_max_bytes,
	};

	for (size_t i = 0; i < cnt; i++) {
		const struct gen_prog_patch *p = &patches[i];
		struct code *to = code ? code :
			&gen->result.progs.v[p->prog_idx].code;

		to->insns.v[p->patch.insn_idx].imm = sizes[p->patch.sym];
	}
}

const struct gen_result *gen_finish(struct gen *gen)
{
	struct gen_result *result = &gen->result;

	for (size_t i = 0; i < gen->aggs.cnt; i++) {
		if (gen->aggs.v[i].ident)
			gen_agg_layout(gen, gen->aggs.v[i].ident);
	}
	gen_var_finish(gen);
	gen->slot_bytes = pad_line(gen->slot_bytes);
	result->counter_row_cnt = gen->row_cnt;
	result->counter_stride = pad_line(rt_counter_off(gen->row_cnt, 0));
	result->cell_max = gen->env.cell_max;
	result->unkeyed_stride = pad_line(gen->unkeyed_bytes);
	if (gen->slot_bytes)
		result->scratch_bytes = all_slots_bytes(gen);
	if (gen->has_scratch_offs)
		result->scratch_bytes += BPF_LIB_PAD_BYTES;
	result->keyed_cnt = (uint32_t)gen->keyed.cnt;
	result->keyed_agg = gen->keyed.v;
	gen_patch_sizes(gen, gen->patches.v, gen->patches.cnt, NULL);
	return result;
}
