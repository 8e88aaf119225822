/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splits a function that is too large for one BPF function. The input is a
 * function with marks where nothing on the stack is in use (ir_cut_mark()). The
 * output says where to cut it, and which values go from part to part:
 *
 *	segment 0	the entry: prologue, takes a scratch slot
 *	segment 1 ..	parts, each a global function of (context, slot, number)
 *	the last	the end of the entry
 *
 * Branches only go forward, so the parts run one after the other, each at most
 * once. A part is entered at its beginning or at a label that an earlier
 * segment jumps to. All entries of all parts are numbered, ascending in the
 * text: a part receives the number of the entry to start at and returns the
 * next one. Registers that stay alive have a home in the slot, 8 bytes each.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_IR_SPLIT_FUNCTION_H
#define DTRACE_RUNTIME_CODEGEN_IR_SPLIT_FUNCTION_H

#include "runtime/codegen/ir/ir.h"

/* How a register gets from part to part. */
struct ir_home {
	const struct ir_remat *remat; /* NULL: saved in the slot ... */
	uint32_t idx; /* ... at this word; IR_NO_REG: not kept */
};

struct ir_segment {
	size_t begin, end;	  /* instructions */
	uint32_t code_first;	  /* number of its first entry */
	VEC(uint32_t) entries;	  /* labels; the first is at its beginning */
	VEC(uint32_t) loads;	  /* registers to load on entry */
};

/* The registers that are alive at a label. */
struct ir_live {
	uint32_t *regs;
	uint32_t cnt;
};

struct ir_cut {
	const struct ir_func *f;
	VEC(struct ir_segment) segments;
	struct ir_live *live;	  /* by label; only filled for entries */
	struct ir_home *homes;	  /* by register */
	uint32_t *label_code;	  /* by label: the entry's number, or 0 */
	uint32_t home_cnt;
};

/*
 * Splits @f into segments of about @max_insns. Turns the marks of @f into
 * labels where it cuts, and removes the others.
 */
void ir_cut(struct ir_func *f, uint32_t max_insns, struct ir_cut *cut);
void ir_cut_deinit(struct ir_cut *cut);
/* Returns the number of the last entry of a segment. */
uint32_t ir_cut_last_code(const struct ir_cut *cut, size_t segment);
/* Returns the segment in which @label is an entry. */
size_t ir_cut_segment_of(const struct ir_cut *cut, uint32_t label);

/*
 * Copies segments into a function of their own, whose registers and labels are
 * numbered from 0 again.
 */
struct ir_copy {
	const struct ir_cut *cut;
	struct ir_func *to;
	uint32_t *regs, *labels; /* new numbers, or IR_NO_REG */
	VEC(uint32_t) exits; /* old labels outside it that are jump targets */
};
void ir_copy_init(struct ir_copy *copy, const struct ir_cut *cut,
		  struct ir_func *to);
void ir_copy_deinit(struct ir_copy *copy);
uint32_t ir_copy_reg(struct ir_copy *copy, uint32_t reg);
uint32_t ir_copy_label(struct ir_copy *copy, uint32_t label);
/* Do the copied segments mention @reg? */
bool ir_copy_has(const struct ir_copy *copy, uint32_t reg);
/* Copies the instructions; jumps out of the segment go to labels in `exits`. */
void ir_copy_segment(struct ir_copy *copy, size_t segment);

#endif
