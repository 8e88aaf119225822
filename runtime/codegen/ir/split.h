/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cutting a function that is too large for one BPF function. In: a function
 * with marks where nothing lives on the stack (ir_cut_mark()). Out: where it
 * is cut, and what has to go from part to part:
 *
 *	segment 0	the entry: prologue, takes a scratch slot
 *	segment 1 ..	parts, each a global function of (context, slot, number)
 *	the last	the entry's end
 *
 * Branches go forward only, so the parts run one after the other, each at
 * most once; one is entered at its beginning or at a label that an earlier
 * segment jumps to. All entries of all parts have numbers, ascending in the
 * text: a part is given the number where to begin and returns the next one.
 * Registers that live on have a home in the slot, 8 bytes each.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_IR_CUT_H
#define DTRACE_RUNTIME_CODEGEN_IR_CUT_H

#include "runtime/codegen/ir/ir.h"

/* What a register needs between parts. */
struct ir_home {
	const struct ir_remat *remat; /* NULL: a number in the slot ... */
	uint32_t idx;		      /* ... at this word; IR_NO_REG: nothing */
};

struct ir_segment {
	size_t begin, end;	  /* instructions */
	uint32_t code_first;	  /* number of its first entry */
	VEC(uint32_t) entries;	  /* labels; the first is at its beginning */
	VEC(uint32_t) loads;	  /* registers that it has from outside */
};

/* Registers alive at a label. */
struct ir_live {
	uint32_t *regs;
	uint32_t cnt;
};

struct ir_cut {
	const struct ir_func *f;
	VEC(struct ir_segment) segments;
	struct ir_live *live;	  /* by label; those of entries are filled */
	struct ir_home *homes;	  /* by register */
	uint32_t *label_code;	  /* by label: its number, 0: no entry */
	uint32_t home_cnt;
};

/*
 * Cuts into segments of about @max_insns. Changes the marks of @f into labels
 * (where it cuts) or nothing.
 */
void ir_cut(struct ir_func *f, uint32_t max_insns, struct ir_cut *cut);
void ir_cut_deinit(struct ir_cut *cut);
/* The number of the last entry of a segment. */
uint32_t ir_cut_last_code(const struct ir_cut *cut, size_t segment);
/* The segment in which a label is an entry. */
size_t ir_cut_segment_of(const struct ir_cut *cut, uint32_t label);

/*
 * Copying a segment into a function of its own, whose registers and labels
 * are counted from 0 again.
 */
struct ir_copy {
	const struct ir_cut *cut;
	struct ir_func *to;
	uint32_t *regs, *labels; /* new numbers, or IR_NO_REG */
	VEC(uint32_t) exits;	 /* old labels outside that it jumps to */
};
void ir_copy_init(struct ir_copy *copy, const struct ir_cut *cut,
		  struct ir_func *to);
void ir_copy_deinit(struct ir_copy *copy);
uint32_t ir_copy_reg(struct ir_copy *copy, uint32_t reg);
uint32_t ir_copy_label(struct ir_copy *copy, uint32_t label);
/* Is it one that the copied segments mention? */
bool ir_copy_has(const struct ir_copy *copy, uint32_t reg);
/* The instructions; jumps out of it stay jumps to labels in `exits`. */
void ir_copy_segment(struct ir_copy *copy, size_t segment);

#endif
