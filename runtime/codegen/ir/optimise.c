/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Small passes over the intermediate code of a function, which keep the
 * generator simple. They decide branches on constants (fold.c), and remove
 *
 *	code that no path reaches (which the kernel refuses), and jumps to the
 *	next instruction;
 *	code that only computes a register that is never read (values of the
 *	firing that the prologue prepares in case they are needed).
 *
 * Branches only go forward, so one pass from the top finds all reachable code.
 */
#include <string.h>

#include "runtime/codegen/ir/ir.h"

static void keep_reachable(struct ir_func *f)
{
	bool *is_target = xcalloc(f->label_cnt + 1, sizeof(*is_target));
	bool is_live = true;
	size_t out = 0;

	for (size_t i = 0; i < f->insns.cnt; i++) {
		struct ir_insn insn = f->insns.v[i];

		if (insn.op == IR_LABEL && is_target[insn.target])
			is_live = true;
		if (!is_live)
			continue;
		if (insn.op == IR_JUMP || insn.op == IR_BRANCH)
			is_target[insn.target] = true;
		if (insn.op == IR_JUMP || insn.op == IR_RET)
			is_live = false;
		f->insns.v[out++] = insn;
	}
	f->insns.cnt = out;
	free(is_target);
}

/*
 * Is the jump's target after it, with only labels and marks between? A jump
 * without condition to the same target counts as the target. The kernel would
 * remove each jump to the next instruction in a program, and move all
 * instructions after it.
 */
static bool jumps_to_next(const struct ir_func *f, size_t at)
{
	const struct ir_insn *jump = &f->insns.v[at];

	if (jump->op != IR_JUMP && jump->op != IR_BRANCH)
		return false;
	for (size_t i = at + 1; i < f->insns.cnt; i++) {
		const struct ir_insn *insn = &f->insns.v[i];

		if ((insn->op == IR_LABEL || insn->op == IR_JUMP) &&
		    insn->target == jump->target)
			return true;
		if (insn->op != IR_LABEL && insn->op != IR_MARK)
			return false;
	}
	return false;
}

static void drop_jumps_to_next(struct ir_func *f)
{
	size_t out = 0;

	for (size_t i = 0; i < f->insns.cnt; i++) {
		if (!jumps_to_next(f, i))
			f->insns.v[out++] = f->insns.v[i];
	}
	f->insns.cnt = out;
}

static bool is_pure(const struct ir_insn *insn)
{
	switch (insn->op) {
	case IR_MOV:
	case IR_ZEXT32:
	case IR_ALU:
	case IR_NEG:
	case IR_BSWAP:
	case IR_LOAD:
		return true;
	case IR_STORE:
	case IR_ATOMIC:
	case IR_FETCH:
	case IR_CMPXCHG:
	case IR_CALL:
	case IR_PARAMS:
	case IR_LABEL:
	case IR_JUMP:
	case IR_BRANCH:
	case IR_RET:
	case IR_MARK:
	case IR_CUT:
	case IR_OP_CNT:
		break;
	}
	return false;
}

struct reads {
	uint32_t *cnt;
	/* the register whose own update does not count as a read */
	uint32_t self;
};

static void count_read(void *arg, uint32_t reg, bool is_def)
{
	struct reads *reads = arg;

	if (!is_def && reg != reads->self)
		reads->cnt[reg]++;
}

/* Returns whether it dropped anything. */
static bool drop_unread(struct ir_func *f, struct reads *reads)
{
	size_t out = 0;
	bool dropped;

	memset(reads->cnt, 0, f->reg_cnt * sizeof(*reads->cnt));
	for (size_t i = 0; i < f->insns.cnt; i++) {
		const struct ir_insn *insn = &f->insns.v[i];

		reads->self = is_pure(insn) ? insn->dst : IR_NO_REG;
		ir_visit(insn, count_read, reads);
	}
	for (size_t i = 0; i < f->insns.cnt; i++) {
		struct ir_insn insn = f->insns.v[i];
		bool is_read = insn.dst == IR_NO_REG || reads->cnt[insn.dst];

		if (insn.op == IR_CALL && !is_read)
			insn.dst = IR_NO_REG;
		if (!is_pure(&insn) || is_read)
			f->insns.v[out++] = insn;
	}
	dropped = out < f->insns.cnt;
	f->insns.cnt = out;
	return dropped;
}

void ir_opt(struct ir_func *f)
{
	struct reads reads = {
		.cnt = xcalloc(f->reg_cnt + 1, sizeof(*reads.cnt)),
	};

	do {
		keep_reachable(f);
		drop_jumps_to_next(f);
	} while (ir_fold(f));
	while (drop_unread(f, &reads))
		;
	free(reads.cnt);
}
