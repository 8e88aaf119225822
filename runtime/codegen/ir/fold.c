// SPDX-License-Identifier: BSD-2-Clause
/*
 * Finds branches whose outcome is known, because both operands are constants:
 *
 *	r1 = 5
 *	r2 = r1
 *	r2 -= 7
 *	if r2 s< 0 goto L1	->	goto L1
 *
 * They come from general code for arguments that are constants, as in
 * quantize(1) or substr(s, 1). The kernel would find them as well, but it
 * moves all instructions after each that it removes. Constants are known up to
 * the next label to which something jumps; and up to the next place where the
 * function may be split, because the verifier, which must know them as well,
 * does not follow them from part to part.
 */
#include <stdlib.h>

#include "runtime/codegen/ir/ir.h"

struct fold {
	struct ir_func *f;
	int64_t *values; /* [register] */
	/* [register]: its value is known if this equals `now` */
	uint32_t *since;
	uint32_t now;
	uint32_t *target_cnts; /* [label]: number of jumps to it */
};

static bool value_of(const struct fold *fold, const struct ir_val *val,
		     int64_t *ret)
{
	if (val->kind == VAL_IMM) {
		*ret = val->imm;
		return true;
	}
	if (val->kind != VAL_REG || fold->since[val->reg] != fold->now)
		return false;
	*ret = fold->values[val->reg];
	return true;
}

static void forget(void *arg, uint32_t reg, bool is_def)
{
	struct fold *fold = arg;

	if (is_def)
		fold->since[reg] = 0;
}

/* Computes a = a CODE b; returns false for operations that it does not know. */
static bool compute(uint8_t code, int64_t *a, int64_t b)
{
	uint64_t x = (uint64_t)*a, y = (uint64_t)b;

	switch (code) {
	case BPF_ADD:
		x += y;
		break;
	case BPF_SUB:
		x -= y;
		break;
	case BPF_MUL:
		x *= y;
		break;
	case BPF_AND:
		x &= y;
		break;
	case BPF_OR:
		x |= y;
		break;
	case BPF_XOR:
		x ^= y;
		break;
	case BPF_LSH:
		x <<= y & 63;
		break;
	case BPF_RSH:
		x >>= y & 63;
		break;
	case BPF_ARSH:
		x = (uint64_t)(*a >> (y & 63));
		break;
	default:
		return false;
	}
	*a = (int64_t)x;
	return true;
}

static bool is_taken(uint8_t code, int64_t a, int64_t b)
{
	uint64_t x = (uint64_t)a, y = (uint64_t)b;

	switch (code) {
	case BPF_JEQ:
		return a == b;
	case BPF_JNE:
		return a != b;
	case BPF_JGT:
		return x > y;
	case BPF_JGE:
		return x >= y;
	case BPF_JLT:
		return x < y;
	case BPF_JLE:
		return x <= y;
	case BPF_JSGT:
		return a > b;
	case BPF_JSGE:
		return a >= b;
	case BPF_JSLT:
		return a < b;
	case BPF_JSLE:
		return a <= b;
	default: /* BPF_JSET */
		return x & y;
	}
}

/* Learns what the instruction leaves in its register. */
static void learn(struct fold *fold, const struct ir_insn *insn)
{
	struct ir_val dst = { .kind = VAL_REG, .reg = insn->dst };
	int64_t value = 0, operand = 0;
	bool is_known = false;

	if (insn->op == IR_MOV)
		is_known = value_of(fold, &insn->a, &value);
	else if (insn->op == IR_ALU)
		is_known = value_of(fold, &dst, &value) &&
			   value_of(fold, &insn->a, &operand) &&
			   compute(insn->code, &value, operand);
	else if (insn->op == IR_ZEXT32 && value_of(fold, &dst, &value)) {
		value = (uint32_t)value;
		is_known = true;
	}
	ir_visit(insn, forget, fold);
	if (!is_known)
		return;
	fold->values[insn->dst] = value;
	fold->since[insn->dst] = fold->now;
}

/*
 * Returns whether the branch was decided; it then becomes a jump or is removed.
 */
static bool decide(const struct fold *fold, struct ir_insn *insn, bool *keep)
{
	struct ir_val a = insn->a;
	int64_t left, right;

	if (insn->op != IR_BRANCH || insn->is_verifiers || !value_of(fold, &a, &left) ||
	    !value_of(fold, &insn->b, &right))
		return false;
	*keep = is_taken(insn->code, left, right);
	insn->op = IR_JUMP;
	insn->a = insn->b = (struct ir_val){ .kind = VAL_NONE };
	return true;
}

static void count_targets(struct fold *fold)
{
	for (size_t i = 0; i < fold->f->insns.cnt; i++) {
		const struct ir_insn *insn = &fold->f->insns.v[i];

		if (insn->op == IR_JUMP || insn->op == IR_BRANCH)
			fold->target_cnts[insn->target]++;
	}
}

bool ir_fold(struct ir_func *f)
{
	struct fold fold = {
		.f = f,
		.values = xcalloc(f->reg_cnt + 1, sizeof(*fold.values)),
		.since = xcalloc(f->reg_cnt + 1, sizeof(*fold.since)),
		.now = 1,
		.target_cnts = xcalloc(f->label_cnt + 1,
				       sizeof(*fold.target_cnts)),
	};
	bool has_changed = false;
	size_t out = 0;

	count_targets(&fold);
	for (size_t i = 0; i < f->insns.cnt; i++) {
		struct ir_insn insn = f->insns.v[i];
		bool keep = true;

		if (insn.op == IR_CUT || (insn.op == IR_LABEL &&
					  fold.target_cnts[insn.target]))
			fold.now++;
		if (decide(&fold, &insn, &keep))
			has_changed = true;
		else
			learn(&fold, &insn);
		if (keep)
			f->insns.v[out++] = insn;
	}
	f->insns.cnt = out;
	free(fold.values);
	free(fold.since);
	free(fold.target_cnts);
	return has_changed;
}
