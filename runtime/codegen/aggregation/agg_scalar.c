// SPDX-License-Identifier: BSD-2-Clause
/*
 * Functions whose result is a number. A cell belongs to one CPU, but a program
 * can be preempted during an update, and the reader takes values out at any
 * time, so plain additions would lose counts; atomic ones cost the same here.
 * A value of 0 and an empty cell differ only in the flag. It is set after the
 * value: a reader between the two either sees a value that is not 0, which
 * needs no flag, or nothing yet.
 */
#include "runtime/codegen/aggregation/agg_update.h"

enum { EXTREME_TRIES = 8 };

static void add_one(struct pgen *g, const struct agg_update *update)
{
	ir_atomic(g->f, BPF_ADD, update->cell, 0, ir_copy(g->f, val_imm(1)));
}

static void update_count(struct pgen *g, const struct agg_update *update)
{
	add_one(g, update);
}
const struct agg_gen gen_agg_count = { .words = 1, .update = update_count };

static void update_sum(struct pgen *g, const struct agg_update *update)
{
	ir_atomic(g->f, BPF_ADD, update->cell, 0, update->args[0]);
	ir_store(g->f, update->cell, 8, 8, val_imm(1));
}
const struct agg_gen gen_agg_sum = { .words = 2, .update = update_sum };

static void update_avg(struct pgen *g, const struct agg_update *update)
{
	add_one(g, update);
	ir_atomic(g->f, BPF_ADD, update->cell, 8, update->args[0]);
}
const struct agg_gen gen_agg_avg = { .words = 2, .update = update_avg };

/* --------------------------------------------------------------- min, max */

/*
 * Sets the cell's word to the larger of itself and @word. Only an interrupt, a
 * preemption on this CPU or the reader can make an exchange fail; after
 * EXTREME_TRIES failures the value is counted as dropped. The flag tells a
 * stored 0 from the 0 of an empty cell.
 */
static void update_extreme(struct pgen *g, struct ir_val cell, uint32_t word)
{
	struct ir_func *f = g->f;
	uint32_t done = ir_label(f), compare = ir_label(f);
	uint32_t have = ir_reg(f), old = ir_reg(f);

	ir_branch(f, BPF_JNE, word, val_imm(0), compare);
	ir_store(f, cell, 8, 8, val_imm(1));
	ir_jump(f, done);
	ir_bind(f, compare);
	ir_load(f, have, cell, 0, 8);
	for (int i = 0; i < EXTREME_TRIES; i++) {
		ir_branch(f, BPF_JGE, have, val_reg(word), done);
		ir_cmpxchg(f, old, cell, 0, 8, val_reg(have), val_reg(word));
		ir_branch(f, BPF_JEQ, old, val_reg(have), done);
		ir_mov(f, have, val_reg(old));
	}
	gen_count_cpu(g, CNT_AGG_DROPPED);
	ir_bind(f, done);
}

static void update_max(struct pgen *g, const struct agg_update *update)
{
	uint32_t word = ir_copy(g->f, val_imm(INT64_MIN));

	ir_alu(g->f, BPF_XOR, word, val_reg(update->args[0]));
	update_extreme(g, update->cell, word);
}
const struct agg_gen gen_agg_max = { .words = 2, .update = update_max };

static void update_min(struct pgen *g, const struct agg_update *update)
{
	uint32_t word = ir_copy(g->f, val_imm(INT64_MAX));

	ir_alu(g->f, BPF_XOR, word, val_reg(update->args[0]));
	update_extreme(g, update->cell, word);
}
const struct agg_gen gen_agg_min = { .words = 2, .update = update_min };

/* ----------------------------------------------------------------- stddev */

/* high:low = value * value (126 bits), from the halves a:b of |value|. */
static void square(struct pgen *g, uint32_t value, uint32_t *low_ret,
		   uint32_t *high_ret)
{
	struct ir_func *f = g->f;
	uint32_t a = ir_copy(f, val_reg(value)), sign, b, ab, low, high;
	uint32_t done = ir_label(f);

	sign = ir_copy(f, val_reg(value));
	ir_alu(f, BPF_ARSH, sign, val_imm(63));
	ir_alu(f, BPF_XOR, a, val_reg(sign));
	ir_alu(f, BPF_SUB, a, val_reg(sign));
	b = ir_copy(f, val_reg(a));
	ir_zext32(f, b);
	ir_alu(f, BPF_RSH, a, val_imm(32));
	ab = ir_copy(f, val_reg(a));
	ir_alu(f, BPF_MUL, ab, val_reg(b));
	low = ir_copy(f, val_reg(b));
	ir_alu(f, BPF_MUL, low, val_reg(b));
	high = ir_copy(f, val_reg(a));
	ir_alu(f, BPF_MUL, high, val_reg(a));
	/* low + 2 * ab * 2^32, and its carry */
	ir_mov(f, b, val_reg(ab));
	ir_alu(f, BPF_LSH, b, val_imm(33));
	ir_alu(f, BPF_RSH, ab, val_imm(31));
	ir_alu(f, BPF_ADD, high, val_reg(ab));
	ir_alu(f, BPF_ADD, low, val_reg(b));
	ir_branch(f, BPF_JGE, low, val_reg(b), done);
	ir_alu(f, BPF_ADD, high, val_imm(1));
	ir_bind(f, done);
	*low_ret = low;
	*high_ret = high;
}

/*
 * The sum of squares has two words. An addition to the lower one returns its
 * old value, so each firing knows whether its own addition carried, and the sum
 * is exact even if several CPUs add at the same time.
 */
static void update_stddev(struct pgen *g, const struct agg_update *update)
{
	struct ir_func *f = g->f;
	uint32_t low, high, old, add = ir_label(f), skip = ir_label(f);

	add_one(g, update);
	ir_atomic(g->f, BPF_ADD, update->cell, 8, update->args[0]);
	square(g, update->args[0], &low, &high);
	old = ir_copy(f, val_reg(low));
	ir_fetch(f, BPF_ADD, update->cell, 16, old);
	ir_alu(f, BPF_ADD, old, val_reg(low));
	ir_branch(f, BPF_JGE, old, val_reg(low), add);
	ir_alu(f, BPF_ADD, high, val_imm(1));
	ir_bind(f, add);
	ir_branch(f, BPF_JEQ, high, val_imm(0), skip);
	ir_atomic(f, BPF_ADD, update->cell, 24, high);
	ir_bind(f, skip);
}
const struct agg_gen gen_agg_stddev = { .words = 4, .update = update_stddev };
