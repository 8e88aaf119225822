// SPDX-License-Identifier: BSD-2-Clause
/* One function of a program, from intermediate code to instructions. */
#include <stdarg.h>
#include <stdlib.h>

#include "runtime/codegen/gen_internal.h"

void pgen_error(struct pgen *g, struct loc loc, const char *fmt, ...)
{
	va_list ap;

	g->found.has_failed = true;
	va_start(ap, fmt);
	diag_verror(g->gen->diags, loc, "D_UNKNOWN", fmt, ap);
	va_end(ap);
}

void code_deinit(struct code *code)
{
	vec_deinit(&code->insns);
	vec_deinit(&code->refs);
	vec_deinit(&code->marks);
	vec_deinit(&code->subprogs);
	vec_deinit(&code->names);
}

/* The text with the most instructions; @none: no text has any. */
static struct loc longest_text(const struct ir_func *f, struct loc none)
{
	struct loc longest = none;
	size_t most = 0, from = 0;

	for (size_t i = 0; i <= f->insns.cnt; i++) {
		if (i < f->insns.cnt && f->insns.v[i].op != IR_MARK)
			continue;
		if (f->insns.v[from].loc.src && i - from > most) {
			longest = f->insns.v[from].loc;
			most = i - from;
		}
		from = i;
	}
	return longest;
}

/* Whether -x dump= asks for the text of this stage. */
static void dump_stage(struct pgen *g, const struct ir_func *f,
		       const struct ir_place *places, enum gen_stage stage)
{
	const char *wanted = g->gen->env.stages;

	if (wanted && strchr(wanted, GEN_STAGE_LETTERS[stage]))
		ir_dump(f, places, &g->gen->result.stage_text[stage]);
}

void gen_opt(struct pgen *g, struct ir_func *f)
{
	dump_stage(g, f, NULL, GEN_STAGE_BUILT);
	ir_opt(f);
	dump_stage(g, f, NULL, GEN_STAGE_REDUCED);
}

int gen_function(struct pgen *g, struct gen_prog *prog, struct ir_func *f)
{
	struct loc loc = longest_text(
		f, g->clause.ast ? g->clause.ast->loc : (struct loc){ 0 });
	struct ir_patches patches = { 0 };
	struct ir_place *places;
	int err;

	gen_opt(g, f);
	places = xcalloc(f->reg_cnt + 1, sizeof(*places));
	err = ir_alloc(f, places);
	if (!err)
		dump_stage(g, f, places, GEN_STAGE_ALLOCATED);
	if (err && g->mode.is_cut && g->mode.halving_cnt < CUT_HALVING_MAX)
		g->gen->is_too_dense = true;
	else if (err && g->mode.is_cut)
		pgen_error(g, loc,
			   "a statement has too many values at once; "
			   "first compute parts of it in this-> variables");
	if (!err) {
		err = ir_emit(f, places, &prog->code, &patches);
		if (err && g->mode.is_cut)
			pgen_error(g, loc,
				   "a statement has more than %d "
				   "instructions; first compute parts of it in "
				   "this-> variables",
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

/*
 * What two functions of list_loop.c take from one function of the chain; with
 * ERROR, from each of two, or, if these are split, of three.
 */
static uint32_t list_bytes(const struct pgen *g, bool has_error)
{
	if (!g->abi->list.word_cnt)
		return 0;
	return has_error && g->mode.is_cut ? GEN_LIST_STACK_BYTES / 3 :
		has_error		   ? GEN_LIST_STACK_BYTES * 2 / 3 :
					     GEN_LIST_STACK_BYTES;
}

uint32_t gen_stack_bytes(const struct pgen *g)
{
	bool has_error = g->gen->error.clause_cnt;
	uint32_t bytes = has_error ? GEN_ERROR_STACK_BYTES : IR_ENTRY_STACK_MAX;

	/* in a process, each function has a frame of its own */
	if (g->abi->context == ABI_DIRECT)
		return IR_ENTRY_STACK_MAX;
	if (g->mode.is_cut)
		bytes = has_error ? CUT_ERROR_STACK_BYTES : CUT_STACK_BYTES;
	return bytes - list_bytes(g, has_error);
}

uint32_t gen_driver_stack_bytes(const struct pgen *g)
{
	return CUT_ENTRY_STACK_BYTES -
		(g->mode.is_error ? list_bytes(g, true) : 0);
}
