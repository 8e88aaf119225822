// SPDX-License-Identifier: BSD-2-Clause
/*
 * Functions whose result is a histogram: straight-line code computes the number
 * of the value's bucket (by the rules of lang/quantize_buckets.h), then adds the weight
 * to that word of the cell. With explicit weights all words can become 0 again,
 * so the flag after the buckets is set first.
 */
#include "lang/quantize_buckets.h"
#include "runtime/codegen/aggregation/agg_update.h"

enum {
	QUANTIZE_CNT = 127,
	QUANTIZE_ZERO = 63, /* the bucket of 0 */
	OFF_MAX = 32760, /* limit of an instruction's offset */
};

static void set_flag(struct pgen *g, struct ir_val cell, uint32_t word)
{
	uint32_t addr;

	if (word * 8 <= OFF_MAX) {
		ir_store(g->f, cell, (int32_t)word * 8, 8, val_imm(1));
		return;
	}
	addr = ir_copy(g->f, cell);
	ir_alu(g->f, BPF_ADD, addr, val_imm(word * 8));
	ir_store(g->f, val_reg(addr), 0, 8, val_imm(1));
}

static void add_weight(struct pgen *g, struct ir_val cell, uint32_t bucket,
		       uint32_t bucket_cnt, uint32_t weight)
{
	struct ir_func *f = g->f;
	uint32_t skip = ir_label(f), addr;

	if (weight == IR_NO_REG)
		weight = ir_copy(f, val_imm(1));
	else
		set_flag(g, cell, bucket_cnt);
	/* shows the verifier the bound, in the register that is used */
	addr = ir_copy(f, val_reg(bucket));
	ir_branch(f, BPF_JGE, addr, val_imm(bucket_cnt), skip);
	ir_alu(f, BPF_LSH, addr, val_imm(3));
	ir_alu(f, BPF_ADD, addr, cell);
	ir_atomic(f, BPF_ADD, val_reg(addr), 0, weight);
	ir_bind(f, skip);
}

/* magnitude = |value|, sign = value < 0 ? -1 : 0; both unsigned, 64 bits */
static uint32_t split_sign(struct pgen *g, uint32_t value, uint32_t *sign_ret)
{
	struct ir_func *f = g->f;
	uint32_t sign = ir_copy(f, val_reg(value));
	uint32_t magnitude = ir_copy(f, val_reg(value));

	ir_alu(f, BPF_ARSH, sign, val_imm(63));
	ir_alu(f, BPF_XOR, magnitude, val_reg(sign));
	ir_alu(f, BPF_SUB, magnitude, val_reg(sign));
	*sign_ret = sign;
	return magnitude;
}

/* --------------------------------------------------------------- quantize */

/* Returns the number of the highest set bit (0 for 0), without branches. */
static uint32_t highest_bit(struct pgen *g, uint32_t value)
{
	struct ir_func *f = g->f;
	uint32_t rest = ir_copy(f, val_reg(value));
	uint32_t sum = ir_copy(f, val_imm(0));

	for (int log = 5; log >= 0; log--) {
		int64_t most = ((int64_t)1 << (1 << log)) - 1;
		uint32_t more = ir_copy(f, val_imm(most));

		/* 1 << log if the rest is larger than that many bits, else 0 */
		ir_alu(f, BPF_SUB, more, val_reg(rest));
		ir_alu(f, BPF_RSH, more, val_imm(63));
		ir_alu(f, BPF_LSH, more, val_imm(log));
		ir_alu(f, BPF_RSH, rest, val_reg(more));
		ir_alu(f, BPF_OR, sum, val_reg(more));
	}
	return sum;
}

/* Returns the bucket of a value. */
static uint32_t quantize_bucket(struct pgen *g, uint32_t value)
{
	struct ir_func *f = g->f;
	uint32_t sign, magnitude, bucket = ir_reg(f), done = ir_label(f);

	ir_mov(f, bucket, val_imm(QUANTIZE_ZERO));
	ir_branch(f, BPF_JEQ, value, val_imm(0), done);
	magnitude = split_sign(g, value, &sign);
	ir_mov(f, bucket, val_reg(highest_bit(g, magnitude)));
	/* 64 + bit, or 62 - bit */
	ir_alu(f, BPF_XOR, bucket, val_reg(sign));
	ir_alu(f, BPF_ADD, bucket, val_reg(sign));
	ir_alu(f, BPF_ADD, bucket, val_imm(QUANTIZE_ZERO + 1));
	ir_branch(f, BPF_JSGE, bucket, val_imm(0), done);
	ir_mov(f, bucket, val_imm(0));
	ir_bind(f, done);
	return bucket;
}

static void update_quantize(struct pgen *g, const struct agg_update *update)
{
	add_weight(g, update->cell, quantize_bucket(g, update->args[0]),
		   QUANTIZE_CNT, update->args[1]);
}
const struct agg_gen gen_agg_quantize = {
	.words = QUANTIZE_CNT + 1,
	.update = update_quantize,
};

/* -------------------------------------------------------------- lquantize */

static void divide(struct pgen *g, uint32_t reg, uint64_t by)
{
	if (by & (by - 1))
		ir_alu(g->f, BPF_DIV, reg, val_imm((int64_t)by));
	else if (by > 1)
		ir_alu(g->f, BPF_RSH, reg, val_imm(__builtin_ctzll(by)));
}

static uint32_t lquantize_bucket(struct pgen *g, uint32_t value,
				 const int64_t *params)
{
	struct ir_func *f = g->f;
	uint32_t level_cnt = lquant_level_cnt(params);
	uint32_t bucket = ir_copy(f, val_imm(0)), done = ir_label(f), off;

	ir_branch(f, BPF_JSLT, value, val_imm(params[LQUANT_BASE]), done);
	/* unsigned from here on: a difference can need all 64 bits */
	off = ir_copy(f, val_reg(value));
	ir_alu(f, BPF_SUB, off, val_imm(params[LQUANT_BASE]));
	ir_mov(f, bucket, val_imm(level_cnt + 1));
	ir_branch(f, BPF_JGE, off, val_imm(level_cnt * params[LQUANT_STEP]),
		  done);
	divide(g, off, (uint64_t)params[LQUANT_STEP]);
	ir_alu(f, BPF_ADD, off, val_imm(1));
	ir_mov(f, bucket, val_reg(off));
	ir_bind(f, done);
	return bucket;
}

static void update_lquantize(struct pgen *g, const struct agg_update *update)
{
	add_weight(g, update->cell,
		   lquantize_bucket(g, update->args[0], update->params),
		   lquant_bucket_cnt(update->params), update->args[4]);
}
const struct agg_gen gen_agg_lquantize = {
	.bucket_cnt = lquant_bucket_cnt,
	.update = update_lquantize,
};

/* ------------------------------------------------------------- llquantize */

/* Sets @bucket for @magnitude, which is in one of the ranges first...last. */
static void find_magnitude(struct pgen *g, uint32_t bucket, uint32_t magnitude,
			   const struct llquant_mag *first,
			   const struct llquant_mag *last, uint32_t done)
{
	const struct llquant_mag *mid = first + (last - first) / 2;
	uint32_t upper = ir_label(g->f);

	if (first == last) {
		uint64_t skipped = mid->begin / mid->width;

		ir_mov(g->f, bucket, val_reg(magnitude));
		divide(g, bucket, mid->width);
		if (mid->bucket != skipped)
			ir_alu(g->f, BPF_ADD, bucket,
			       val_imm((int64_t)(mid->bucket - skipped)));
		ir_jump(g->f, done);
		return;
	}
	ir_branch(g->f, BPF_JGE, magnitude, val_imm((int64_t)mid->end), upper);
	find_magnitude(g, bucket, magnitude, first, mid, done);
	ir_bind(g->f, upper);
	find_magnitude(g, bucket, magnitude, mid + 1, last, done);
}

static uint32_t llquantize_bucket(struct pgen *g, uint32_t value,
				  const int64_t *params)
{
	struct llquant_mag mags[LLQUANT_MAG_MAX];
	const struct llquant_mag *last = &mags[llquant_mags(params, mags) - 1];
	struct ir_func *f = g->f;
	uint32_t bucket = ir_copy(f, val_imm(0)), done = ir_label(f);
	uint32_t sign, magnitude = split_sign(g, value, &sign);

	ir_branch(f, BPF_JLT, magnitude, val_imm((int64_t)mags[0].begin), done);
	ir_mov(f, bucket, val_imm(llquant_overflow(params)));
	ir_branch(f, BPF_JGE, magnitude, val_imm((int64_t)last->end), done);
	find_magnitude(g, bucket, magnitude, mags, last, done);
	ir_bind(f, done);
	ir_alu(f, BPF_XOR, bucket, val_reg(sign));
	ir_alu(f, BPF_SUB, bucket, val_reg(sign));
	ir_alu(f, BPF_ADD, bucket, val_imm(llquant_overflow(params)));
	return bucket;
}

static void update_llquantize(struct pgen *g, const struct agg_update *update)
{
	add_weight(g, update->cell,
		   llquantize_bucket(g, update->args[0], update->params),
		   llquant_bucket_cnt(update->params), update->args[5]);
}
const struct agg_gen gen_agg_llquantize = {
	.bucket_cnt = llquant_bucket_cnt,
	.update = update_llquantize,
};
