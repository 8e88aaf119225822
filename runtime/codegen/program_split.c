/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs that are too large for one BPF function: the kernel's time to verify
 * a function grows faster than its length, its stack is 512 bytes, and its
 * jumps have 16 bits. Such a program is generated again with marks between
 * statements, with all longer-lived data in a scratch slot that is taken for
 * the whole firing, and then split (split_function.h):
 *
 *	entry(context):		prologue; take a slot
 *		next = part_1(context, slot, 2, cpu)
 *		if (next <= 4)	next = part_2(context, slot, next, cpu)
 *		...
 *		release the slot
 *	part_2(context, slot, next, cpu):
 *		load the registers that it needs from the slot
 *		if (next == 4) goto ...
 *		...
 *		store changed registers in the slot; return the next number
 *
 * The firing's slot:
 *
 *	0	homes of registers that live from part to part
 *	1024	numbers that do not fit on a part's stack
 *	3072	arguments, if parts do not get the context
 *	3200	this-> variables, then memory of the clauses
 *
 * Small programs are not split.
 */
#include <errno.h>

#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/ir/split_function.h"
#include "runtime/codegen/memory/memory.h"

enum {
	CUT_PART_INSNS = 900,
	CUT_PART_MAX = 160, /* the kernel allows 256 functions */
	CUT_PARAM_CNT = 4,
	CUT_HOME_MAX = CUT_SPILL_OFF / 8,
};

/* Can a part receive the context with the type that the verifier knows? */
bool gen_cut_has_ctx(const struct pgen *g)
{
	switch (g->abi->context) {
	case ABI_UPROBE:
	case ABI_KPROBE:
	case ABI_PERF_EVENT:
	case ABI_RAW_TP:
	case ABI_TRACE_EVENT:
		return true;
	case ABI_TEST_RUN:
	case ABI_BTF_TP:
	case ABI_FENTRY:
	case ABI_DIRECT:
		break;
	}
	return false;
}

void gen_cut_mark(struct pgen *g)
{
	if (g->mode.is_cut)
		ir_cut_mark(g->f);
}

static uint32_t word_of(int64_t off)
{
	return off >= 0 ? 1u << off / 8 : 0;
}

/* Returns a bit mask of the context words that an argument is computed from. */
static uint32_t arg_words(const struct abi_arg *arg)
{
	uint32_t words = 0;

	switch (arg->kind) {
	case ABI_ARG_NONE:
	case ABI_ARG_CONST:
	case ABI_ARG_BAD:
	case ABI_ARG_FIELD: /* only where parts get the context */
	case ABI_ARG_INNER:
	case ABI_ARG_LOCATED:
	case ABI_ARG_LOCK:
	case ABI_ARG_GROWTH:
	case ABI_ARG_SITE:
		break;
	case ABI_ARG_CTX:
	case ABI_ARG_ADDR:
	case ABI_ARG_KMEM:
		return word_of(arg->ctx_off);
	case ABI_ARG_MEM:
	case ABI_ARG_IF_CLEAR:
	case ABI_ARG_IF_SET:
		return word_of(arg->ctx_off) | word_of(arg->index_off);
	case ABI_ARG_STEPS:
		for (size_t i = 0; i < arg->step_cnt; i++) {
			if (arg->steps[i].kind == ABI_STEP_CTX)
				words |= word_of(arg->steps[i].value);
			else if (arg->steps[i].kind == ABI_STEP_WAIT)
				words |= word_of(0); /* its key */
		}
	}
	return words;
}

/* Copies arguments to the slot if parts cannot access the context. */
static void keep_args(struct pgen *g)
{
	uint32_t words = arg_words(&g->abi->result) |
		arg_words(&g->abi->function.caller);
	uint32_t args = g->firing.args;

	if (g->firing.args == g->firing.ctx && gen_cut_has_ctx(g)) {
		ir_remat(g->f, g->firing.ctx, REMAT_CTX, 0);
		return;
	}
	for (int i = 0; i < ABI_ARG_MAX; i++)
		words |= arg_words(&g->abi->args[i]);
	g->firing.args = gen_cut_slot(g, g->cut.slot, CUT_ARGS_OFF);
	for (int32_t i = 0; i < CUT_ARGS_BYTES / 8; i++) {
		uint32_t word;

		if (!(words >> i & 1))
			continue;
		word = ir_reg(g->f);
		ir_load(g->f, word, val_reg(args), i * 8, 8);
		ir_store(g->f, val_reg(g->firing.args), i * 8, 8,
			 val_reg(word));
	}
	if (gen_cut_has_ctx(g))
		ir_remat(g->f, g->firing.ctx, REMAT_CTX, 0);
	else
		ir_remat(g->f, g->firing.ctx, REMAT_ZERO, 0);
}

/*
 * Called after the slot is taken; @this_bytes of it are for this-> variables.
 */
void gen_cut_begin(struct pgen *g, uint32_t this_bytes)
{
	uint32_t base = CUT_THIS_OFF + ((this_bytes + 7) & ~7u);

	g->cut.slot = g->scratch.slot;
	g->cut.off = g->scratch.off;
	ir_remat(g->f, g->cut.slot, REMAT_SLOT, 0);
	ir_remat(g->f, g->cut.off, REMAT_SLOT_OFF, 0);
	ir_remat(g->f, g->firing.cpu, REMAT_CPU, 0);
	ir_remat(g->f, g->firing.counters, REMAT_COUNTERS, 0);
	ir_remat(g->f, g->firing.self_ptr, REMAT_ZERO, 0);
	g->cut.base = base;
	g->this.block.base = val_reg(gen_cut_slot(g, g->cut.slot, CUT_THIS_OFF));
	g->scratch.slot = gen_cut_slot(g, g->cut.slot, base);
	g->scratch.off = ir_copy(g->f, val_reg(g->cut.off));
	ir_alu(g->f, BPF_ADD, g->scratch.off, val_imm(base));
	ir_remat(g->f, g->scratch.off, REMAT_SLOT_OFF, (int32_t)base);
	keep_args(g);
	if (g->gen->slot_bytes < base)
		g->gen->slot_bytes = base;
}

/* -------------------------------------------------------------------- parts */

/* A part under construction. */
struct part {
	struct pgen *g;
	const struct ir_cut *cut;
	struct ir_func f;
	struct ir_copy copy;
	uint32_t ctx, off, next, cpu; /* the parameters */
	uint32_t slot, bad;
	bool knows_cpu; /* the verifier knows its bounds */
};

static void part_begin(struct part *part)
{
	struct ir_func *f = &part->f;
	uint32_t params[CUT_PARAM_CNT];

	ir_note(f, (struct loc){ 0 }, "part");
	for (int i = 0; i < CUT_PARAM_CNT; i++)
		params[i] = ir_reg(f);
	ir_params(f, params);
	part->ctx = params[0];
	part->off = params[1];
	part->next = params[2];
	part->cpu = params[3];
	part->bad = ir_label(f);
	ir_branch(f, BPF_JGT, part->off, val_sym(SYM_SCRATCH_LAST), part->bad);
	part->slot = ir_copy(f, val_map_value(MAP_SCRATCH, 0, 0));
	ir_alu(f, BPF_ADD, part->slot, val_reg(part->off));
	ir_store(f, ir_frame(f, 8), 0, 8, val_reg(part->slot));
}

static uint32_t part_cpu(struct part *part)
{
	struct pgen g = *part->g;

	if (!part->knows_cpu) {
		g.f = &part->f;
		g.firing.exit_label = part->bad;
		g.firing.cpu = part->cpu;
		gen_cpu_bound(&g);
		part->knows_cpu = true;
	}
	return part->cpu;
}

/*
 * Loads the value of the original function's register into the part's register.
 */
static void part_load(struct part *part, uint32_t reg)
{
	const struct ir_home *home = &part->cut->homes[reg];
	uint32_t dst = ir_copy_reg(&part->copy, reg);
	struct ir_func *f = &part->f;
	struct pgen g = *part->g;

	g.f = f;
	g.firing.exit_label = part->bad;
	if (!home->remat) {
		ir_load(f, dst, val_reg(part->slot), (int32_t)home->idx * 8, 8);
		return;
	}
	switch (home->remat->kind) {
	case REMAT_CTX:
		ir_mov(f, dst, val_reg(part->ctx));
		break;
	case REMAT_SLOT:
		ir_mov(f, dst, val_reg(part->slot));
		ir_alu(f, BPF_ADD, dst, val_imm(home->remat->off));
		break;
	case REMAT_SLOT_OFF:
		ir_mov(f, dst, val_reg(part->off));
		ir_alu(f, BPF_ADD, dst, val_imm(home->remat->off));
		break;
	case REMAT_CPU:
		ir_mov(f, dst, val_reg(part_cpu(part)));
		break;
	case REMAT_COUNTERS:
		g.firing.cpu = part_cpu(part);
		ir_mov(f, dst,
		       val_reg(gen_cpu_addr(&g, MAP_COUNTERS, 0,
					    SYM_COUNTER_STRIDE)));
		break;
	case REMAT_ZERO:
		ir_mov(f, dst, val_imm(0));
		break;
	}
}

/* Stores the registers that stay alive at @label and may have changed. */
static void store_homes(const struct ir_cut *cut, struct ir_copy *copy,
			uint32_t slot, uint32_t label)
{
	const struct ir_live *live = &cut->live[label];

	for (uint32_t i = 0; i < live->cnt; i++) {
		const struct ir_home *home = &cut->homes[live->regs[i]];

		if (home->idx == IR_NO_REG || home->remat ||
		    !ir_copy_has(copy, live->regs[i]))
			continue;
		ir_store(copy->to, val_reg(slot), (int32_t)home->idx * 8, 8,
			 val_reg(ir_copy_reg(copy, live->regs[i])));
	}
}

static void part_leave(struct part *part, uint32_t label)
{
	store_homes(part->cut, &part->copy, part->slot, label);
	ir_ret(&part->f, val_imm(part->cut->label_code[label]));
}

/* Marks the D text that the part begins with, which may be mid-clause. */
static void part_note(struct part *part, size_t segment)
{
	const struct ir_func *from = part->cut->f;

	for (size_t i = part->cut->segments.v[segment].begin; i-- > 0;) {
		if (from->insns.v[i].op != IR_MARK)
			continue;
		ir_note(&part->f, from->insns.v[i].loc,
			from->insns.v[i].comment);
		return;
	}
}

static void part_body(struct part *part, size_t segment)
{
	const struct ir_segment *from = &part->cut->segments.v[segment];
	struct ir_func *f = &part->f;

	part_begin(part);
	for (size_t i = 0; i < from->loads.cnt; i++)
		part_load(part, from->loads.v[i]);
	for (size_t i = 1; i < from->entries.cnt; i++)
		ir_branch(f, BPF_JEQ, part->next,
			  val_imm(part->cut->label_code[from->entries.v[i]]),
			  ir_copy_label(&part->copy, from->entries.v[i]));
	part_note(part, segment);
	ir_copy_segment(&part->copy, segment);
	part_leave(part, from[1].entries.v[0]);
	for (size_t i = 0; i < part->copy.exits.cnt; i++) {
		uint32_t label = part->copy.exits.v[i];

		ir_bind(f, ir_copy_label(&part->copy, label));
		part_leave(part, label);
	}
	ir_bind(f, part->bad);
	ir_ret(f, val_imm(ir_cut_last_code(part->cut,
					   part->cut->segments.cnt - 1)));
}

static uint32_t part_id(const struct pgen *g, size_t segment)
{
	return GEN_PART_ID + (g->mode.is_error ? GEN_PART_ID : 0) +
		(uint32_t)segment;
}

static int gen_part(struct pgen *g, struct gen_prog *prog,
		    const struct ir_cut *cut, size_t segment)
{
	struct part part = { .g = g, .cut = cut };
	int err;

	ir_func_init(&part.f,
		     arena_printf(g->gen->arena, "%spart_%zu",
				  g->mode.is_error ? "error_" : "", segment),
		     CUT_PARAM_CNT, gen_stack_bytes(g));
	part.f.id = part_id(g, segment);
	part.f.is_global = true;
	part.f.has_ctx = gen_cut_has_ctx(g);
	part.f.slot_spill_off = CUT_SPILL_OFF;
	part.f.slot_spill_bytes = CUT_ARGS_OFF - CUT_SPILL_OFF;
	ir_copy_init(&part.copy, cut, &part.f);
	part_body(&part, segment);
	err = gen_function(g, prog, &part.f);
	ir_copy_deinit(&part.copy);
	ir_func_deinit(&part.f);
	return err;
}

/* -------------------------------------------------------------------- entry */

/*
 * The entry: calls all parts in order, at the places where segment 0 jumps to.
 */
struct driver {
	struct pgen *g;
	const struct ir_cut *cut;
	struct ir_func f;
	struct ir_copy copy;
	uint32_t off, next, *labels; /* registers; labels of the calls */
};

/* Leaves segment 0 for the call of the part that contains @label. */
static void enter(struct driver *driver, uint32_t label)
{
	size_t segment = ir_cut_segment_of(driver->cut, label);
	uint32_t slot = ir_copy_reg(&driver->copy, driver->g->cut.slot);

	store_homes(driver->cut, &driver->copy, slot, label);
	ir_mov(&driver->f, driver->off, val_reg(slot));
	ir_alu(&driver->f, BPF_SUB, driver->off,
	       val_reg(ir_copy(&driver->f, val_map_value(MAP_SCRATCH, 0, 0))));
	ir_mov(&driver->f, driver->next,
	       val_imm(driver->cut->label_code[label]));
	ir_jump(&driver->f, driver->labels[segment]);
}

static void call_part(struct driver *driver, size_t segment)
{
	const struct ir_cut *cut = driver->cut;
	struct ir_func *f = &driver->f;
	struct ir_val args[CUT_PARAM_CNT] = {
		gen_cut_has_ctx(driver->g) ?
			val_reg(ir_copy_reg(&driver->copy,
					    driver->g->firing.ctx)) :
			val_imm(0),
		val_reg(driver->off),
		val_reg(driver->next),
		val_reg(ir_copy_reg(&driver->copy, driver->g->firing.cpu)),
	};

	ir_bind(f, driver->labels[segment]);
	if (segment == 1)
		ir_note(f, (struct loc){ 0 }, "parts");
	ir_branch(f, BPF_JGT, driver->next,
		  val_imm(ir_cut_last_code(cut, segment)),
		  driver->labels[segment + 1]);
	ir_mov(f, driver->next,
	       val_reg(ir_call(f, CALL_SUBPROG, part_id(driver->g, segment),
			       args, CUT_PARAM_CNT)));
}

/* Appends the entry's end, to whose labels parts may jump. */
static void leave(struct driver *driver)
{
	const struct ir_cut *cut = driver->cut;
	size_t last = cut->segments.cnt - 1;
	const struct ir_segment *end = &cut->segments.v[last];

	ir_bind(&driver->f, driver->labels[last]);
	for (size_t i = 1; i < end->entries.cnt; i++)
		ir_branch(&driver->f, BPF_JEQ, driver->next,
			  val_imm(cut->label_code[end->entries.v[i]]),
			  ir_copy_label(&driver->copy, end->entries.v[i]));
	ir_copy_segment(&driver->copy, last);
}

static void driver_body(struct driver *driver)
{
	const struct ir_cut *cut = driver->cut;
	size_t last = cut->segments.cnt - 1;

	ir_copy_segment(&driver->copy, 0);
	enter(driver, cut->segments.v[1].entries.v[0]);
	for (size_t i = 0; i < driver->copy.exits.cnt; i++) {
		uint32_t label = driver->copy.exits.v[i];

		if (ir_cut_segment_of(cut, label) == last)
			continue;
		ir_bind(&driver->f, ir_copy_label(&driver->copy, label));
		enter(driver, label);
	}
	for (size_t i = 1; i < last; i++)
		call_part(driver, i);
	leave(driver);
}

static int gen_driver(struct pgen *g, struct gen_prog *prog,
		      const struct ir_cut *cut)
{
	struct driver driver = { .g = g, .cut = cut };
	int err;

	ir_func_init(&driver.f, cut->f->name, cut->f->arg_cnt,
		     gen_driver_stack_bytes(g));
	driver.f.id = cut->f->id;
	ir_copy_init(&driver.copy, cut, &driver.f);
	driver.off = ir_reg(&driver.f);
	driver.next = ir_reg(&driver.f);
	driver.labels = xcalloc(cut->segments.cnt, sizeof(*driver.labels));
	for (size_t i = 0; i < cut->segments.cnt; i++)
		driver.labels[i] = ir_label(&driver.f);
	driver_body(&driver);
	err = gen_function(g, prog, &driver.f);
	free(driver.labels);
	ir_copy_deinit(&driver.copy);
	ir_func_deinit(&driver.f);
	return err;
}

/* The number of instructions that a part should have, approximately. */
static uint32_t part_insns(const struct pgen *g, const struct ir_func *f)
{
	uint32_t least = (uint32_t)(f->insns.cnt / CUT_PART_MAX);
	uint32_t most = CUT_PART_INSNS;

	if (most > g->gen->env.prog_insns)
		most = g->gen->env.prog_insns;
	most >>= g->mode.halving_cnt;
	return most > least ? most : least;
}

static int split(struct pgen *g, struct gen_prog *prog, struct ir_func *f)
{
	struct ir_cut cut;
	int err;

	gen_opt(g, f);
	ir_cut(f, part_insns(g, f), &cut);
	if (cut.home_cnt > CUT_HOME_MAX) {
		pgen_error(g, f->insns.v[0].loc,
			   "the clauses keep more than %d values from "
			   "statement to statement; enable some of them in "
			   "another session",
			   CUT_HOME_MAX);
		ir_cut_deinit(&cut);
		return -E2BIG;
	}
	err = gen_driver(g, prog, &cut);
	for (size_t i = 1; i + 1 < cut.segments.cnt && !err; i++)
		err = gen_part(g, prog, &cut, i);
	ir_cut_deinit(&cut);
	return err;
}

int gen_done(struct pgen *g, struct gen_prog *prog, struct ir_func *f)
{
	if (g->found.has_failed)
		return -EINVAL;
	if (g->found.is_too_long || g->found.wants_kprobe)
		return -E2BIG;
	return g->mode.is_cut ? split(g, prog, f) : gen_function(g, prog, f);
}
