/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The generator from outside: programs one by one, then the sizes of the
 * maps that they share. A program is
 *
 *	prologue, clauses, return 0		gen_fire.c, gen_clause.c
 *	subprograms that insert keys		gen_key.c
 *
 * each a function in intermediate code that goes through ir_opt(),
 * ir_alloc() and ir_emit(). Sizes of what all CPUs have (the stride of the
 * counters, of a scratch slot) are immediates that gen_finish() patches.
 */
#include <errno.h>
#include <stdarg.h>

#include "lang/object.h"
#include "lang/walk.h"
#include "runtime/bpf/lib.h"
#include "runtime/codegen/gen_priv.h"

struct gen *gen_create(struct arena *arena, const struct gen_env *env,
		       struct diag_list *diags)
{
	struct gen *gen = xcalloc(1, sizeof(*gen));

	gen->arena = arena;
	gen->env = *env;
	gen->diags = diags;
	return gen;
}

void code_deinit(struct code *code)
{
	vec_deinit(&code->insns);
	vec_deinit(&code->refs);
	vec_deinit(&code->marks);
	vec_deinit(&code->subprogs);
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
	vec_deinit(&gen->result.aggs);
	vec_deinit(&gen->result.dyns);
	for (size_t i = 0; i < sizeof(gen->vars) / sizeof(gen->vars[0]); i++)
		vec_deinit(&gen->vars[i]);
	vec_deinit(&gen->aggs);
	vec_deinit(&gen->layout_refs);
	vec_deinit(&gen->patches);
	vec_deinit(&gen->keyed);
	free(gen);
}

void pgen_error(struct pgen *g, struct loc loc, const char *fmt, ...)
{
	va_list ap;

	g->has_failed = true;
	va_start(ap, fmt);
	diag_verror(g->gen->diags, loc, "D_UNKNOWN", fmt, ap);
	va_end(ap);
}

/* -------------------------------------------------------------------- scan */

static void scan_key(const struct gen *gen, const struct node *key,
		     struct gen_key_info *info)
{
	uint32_t bytes = 0;

	if (gen_is_string(key)) {
		bytes = gen_string_bytes(gen, key);
	} else if (gen_is_pc(key)) {
		bytes = gen_pc_bytes(gen, key);
		/* the first one says how they are shown */
		if (!info->bytes)
			info->kind = gen_pc_kind(key);
	}
	if (info->bytes < bytes)
		info->bytes = bytes;
}

static void scan_node(const struct node *node, void *arg)
{
	struct gen *gen = arg;
	const struct ident *ident;
	struct gen_agg_info *info;
	const struct node *key;

	if (node->kind != NODE_AGG_STMT)
		return;
	ident = node->agg_stmt.agg->agg.ident;
	while (gen->aggs.cnt <= ident->id) {
		vec_add(&gen->aggs);
		vec_add(&gen->result.aggs)->id =
			(uint32_t)gen->result.aggs.cnt - 1;
	}
	info = &gen->aggs.v[ident->id];
	info->ident = ident;
	if (!info->keys)
		info->keys = arena_new_array(gen->arena, struct gen_key_info,
					     ident->key_cnt + 1);
	key = node->agg_stmt.agg->agg.keys;
	for (size_t i = 0; i < ident->key_cnt && key; i++, key = key->next)
		scan_key(gen, key, &info->keys[i]);
}

void gen_scan(struct gen *gen, const struct program *program)
{
	gen_var_scan(gen, program);
	for (const struct clause *c = program->clauses; c; c = c->next)
		clause_walk(c, scan_node, gen);
}

/* ----------------------------------------------------------------- program */

struct user_scan {
	const struct probe_abi *abi;
	bool reads_user;
};

static bool has_user_arg(const struct node *call)
{
	const struct node *arg = call->call.args;

	while (arg && arg->space != SPACE_USER)
		arg = arg->next;
	return arg;
}

static void find_user_reads(const struct node *node, void *arg)
{
	struct user_scan *scan = arg;
	const struct name_gen *name;
	const struct ident *ident;

	if (node->kind == NODE_CAST && gen_is_string(node))
		scan->reads_user |= node->cast.operand->space == SPACE_USER;
	if (node->type && node_is_object(node))
		scan->reads_user |= node_object_space(node) == SPACE_USER;
	if (node->kind != NODE_NAME && node->kind != NODE_CALL)
		return;
	name = gen_name(node);
	scan->reads_user |= name && (name->reads_user ||
				     (name->reads_args && has_user_arg(node)));
	ident = node->kind == NODE_NAME ? node->name.ident : node->call.ident;
	if (ident && ident->kind == IDENT_ACTION &&
	    ident->row == ACT_tracemem)
		scan->reads_user |= node->call.args->space == SPACE_USER;
	if (ident && ident->kind == IDENT_BUILTIN &&
	    ident->row - BUILTIN_arg0 <= BUILTIN_arg9 - BUILTIN_arg0)
		scan->reads_user |=
			scan->abi->args[ident->row - BUILTIN_arg0].kind ==
			ABI_ARG_MEM;
}

bool gen_reads_user(const struct clause *const *clauses, size_t clause_cnt,
		    const struct probe_abi *abi)
{
	struct user_scan scan = { .abi = abi };

	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], find_user_reads, &scan);
	return scan.reads_user;
}

void gen_set_type(struct pgen *g, struct code *code,
		  const struct clause *const *clauses, size_t clause_cnt)
{
	bool reads_user = g->gen->error.reads_user ||
		gen_reads_user(clauses, clause_cnt, g->abi);

	switch (g->abi->context) {
	case ABI_TEST_RUN:
		/* raw tracepoint programs can't sleep */
		code->is_sleepable = reads_user;
		code->prog_type = reads_user ? BPF_PROG_TYPE_SYSCALL :
					       BPF_PROG_TYPE_RAW_TRACEPOINT;
		break;
	case ABI_UPROBE:
		code->is_sleepable = reads_user && g->gen->env.can_sleep;
		code->prog_type = BPF_PROG_TYPE_KPROBE;
		break;
	case ABI_PERF_EVENT:
		code->prog_type = BPF_PROG_TYPE_PERF_EVENT;
		break;
	case ABI_RAW_TP:
		code->prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT;
		break;
	case ABI_BTF_TP:
		code->prog_type = BPF_PROG_TYPE_TRACING;
		code->expected_attach_type = BPF_TRACE_RAW_TP;
		code->attach_btf_id = g->abi->btf_id;
		break;
	}
	g->is_sleepable = code->is_sleepable;
}

int gen_function(struct pgen *g, struct gen_prog *prog, struct ir_func *f)
{
	struct loc loc = g->clause ? g->clause->loc : (struct loc){ 0 };
	struct ir_patches patches = { 0 };
	struct ir_place *places;
	int err;

	ir_opt(f);
	places = xcalloc(f->reg_cnt + 1, sizeof(*places));
	err = ir_alloc(f, places);
	if (err)
		pgen_error(g, loc,
			   "the program needs more than %u bytes of "
			   "BPF stack; split the clause",
			   f->stack_max_bytes);
	if (!err) {
		err = ir_emit(f, places, &prog->code, &patches);
		if (err)
			pgen_error(g, loc,
				   "the program has more than %d "
				   "instructions; split it",
				   IR_INSN_MAX);
	}
	for (size_t i = 0; i < patches.all.cnt; i++)
		*vec_add(&g->gen->patches) = (struct gen_prog_patch){
			.prog_idx = prog->prog_id,
			.patch = patches.all.v[i],
		};
	vec_deinit(&patches.all);
	free(places);
	return err;
}

int gen_entry(struct pgen *g, struct gen_prog *prog,
	      const struct clause *const *clauses, size_t clause_cnt)
{
	struct ir_func entry;
	int err;

	ir_func_init(&entry, prog->class_name, 1,
		     g->gen->error.clause_cnt ? GEN_ERROR_STACK_BYTES :
						IR_ENTRY_STACK_MAX);
	g->f = &entry;
	gen_prologue(g);
	gen_this_begin(g, clauses, clause_cnt, prog->row_first);
	gen_clauses(g, clauses, clause_cnt, prog->row_first);
	gen_this_end(g);
	ir_note(g->f, (struct loc){ 0 }, "end");
	ir_bind(g->f, g->exit_label);
	ir_ret(g->f, val_imm(0));
	err = g->has_failed ? -EINVAL : gen_function(g, prog, &entry);
	ir_func_deinit(&entry);
	if (!err)
		err = gen_key_subprogs(g, prog);
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
	struct pgen g = { .gen = gen, .abi = abi, .prog_id = prog.prog_id };
	size_t patch_cnt = gen->patches.cnt;
	int err;

	prog.clauses = arena_new_array(gen->arena, const struct clause *,
				       clause_cnt + 1);
	for (size_t i = 0; i < clause_cnt; i++)
		prog.clauses[i] = clauses[i];
	prog.code.name = class_name;
	gen_set_type(&g, &prog.code, clauses, clause_cnt);
	err = gen_entry(&g, &prog, clauses, clause_cnt);
	if (err) {
		gen->patches.cnt = patch_cnt;
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

/* Strides are whole cache lines: CPUs don't disturb each other. */
static uint32_t pad_line(uint32_t bytes)
{
	return (bytes + 63) & ~63u;
}

void gen_patch_sizes(struct gen *gen, const struct gen_prog_patch *patches,
		     size_t cnt, struct code *code)
{
	int32_t sizes[SYM_CNT] = {
		[SYM_COUNTER_STRIDE] = (int32_t)gen->result.counter_stride,
		[SYM_UNKEYED_STRIDE] = (int32_t)gen->result.unkeyed_stride,
		[SYM_SCRATCH_STRIDE] =
			(int32_t)(GEN_SCRATCH_HEAD_BYTES +
				  GEN_SCRATCH_SLOT_CNT * gen->slot_bytes),
		[SYM_SCRATCH_SLOT] = (int32_t)gen->slot_bytes,
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
	result->unkeyed_stride = pad_line(gen->unkeyed_bytes);
	if (gen->slot_bytes)
		result->scratch_bytes = gen->env.cpu_max *
			(GEN_SCRATCH_HEAD_BYTES +
			 GEN_SCRATCH_SLOT_CNT * gen->slot_bytes);
	if (gen->has_scratch_offs)
		result->scratch_bytes += BPF_LIB_PAD_BYTES;
	result->keyed_cnt = (uint32_t)gen->keyed.cnt;
	result->keyed_agg = gen->keyed.v;
	gen_patch_sizes(gen, gen->patches.v, gen->patches.cnt, NULL);
	gen->is_finished = true;
	return result;
}
