// SPDX-License-Identifier: BSD-2-Clause
/*
 * Data among the instructions of a function: a probe on it changes what the
 * program reads. If a jump leads into the middle of a supposed instruction, one
 * of the two is data; and what the function reads in itself is data. Then only
 * bytes that are reached from the start of the function, in sequence or by jumps
 * with a known target, count as instructions:
 *
 *	    jmp 1f		reached
 *	    .byte 0xb8, 0xc3	looks like mov $...,%eax, past 1:
 *	1:  ret			reached, but its address is inside the mov
 *
 *	    mov 2f(%rip),%eax	reached
 *	    ret			reached
 *	2:  .long 77		is read
 *
 * A jump over a lock prefix, which C libraries use for programs with one
 * thread, is not a sign of data.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "runtime/provider/machine_code/machine_code.h"

enum { LOCK_PREFIX = 0xf0 };

struct walk {
	const struct code_insns *insns;
	const uint8_t *code;
	bool *is_reached; /* of each instruction */
	VEC(uint32_t) todo; /* indices: from there on */
};

/* The instruction that a jump to @target executes, or -1 if none is known. */
static ssize_t target_idx(const struct code_insns *insns, const uint8_t *code,
			  int64_t target)
{
	ssize_t idx;

	if (target < 0 || target >= insns->end_off)
		return -1;
	idx = code_insns_at(insns, (uint32_t)target);
	if (idx < 0 && target && code[target - 1] == LOCK_PREFIX)
		idx = code_insns_at(insns, (uint32_t)target - 1);
	return idx;
}

static bool is_own(const struct code_insns *insns,
		   const struct code_reference *reference)
{
	return reference->target >= 0 && reference->target < insns->end_off;
}

/*
 * Whether an address that the function takes may be that of code in it: its own,
 * or, for a jump by a register, that of a label.
 */
static bool may_be_code(const struct code_insns *insns,
			const struct code_reference *reference)
{
	bool is_jump = !reference->target;

	for (size_t i = 0; i < insns->exits.cnt && !is_jump; i++)
		is_jump = !insns->exits.v[i].is_known &&
			!insns->exits.v[i].is_call;
	return is_jump;
}

static bool has_data(const struct code_insns *insns, const uint8_t *code)
{
	for (size_t i = 0; i < insns->exits.cnt; i++) {
		const struct code_exit *way = &insns->exits.v[i];

		if (way->is_known && !way->is_call && way->target >= 0 &&
		    way->target < insns->end_off &&
		    target_idx(insns, code, way->target) < 0)
			return true;
	}
	for (size_t i = 0; i < insns->references.cnt; i++) {
		const struct code_reference *reference =
			&insns->references.v[i];

		if (is_own(insns, reference) &&
		    (reference->is_read || !may_be_code(insns, reference)))
			return true;
	}
	return false;
}

/*
 * Refuses what is read. If it seems to be reached, after a call that does not
 * return, what follows it is reached by jumps only.
 */
static void refuse_read(struct code_insns *insns)
{
	for (size_t i = 0; i < insns->references.cnt; i++) {
		const struct code_reference *reference =
			&insns->references.v[i];
		uint32_t off = (uint32_t)reference->target;
		ssize_t idx = -1;

		if (!reference->is_read || !is_own(insns, reference))
			continue;
		/* the instruction that begins there or contains it */
		while (idx < 0)
			idx = code_insns_at(insns, off--);
		insns->refusals.v[idx] = CODE_REFUSAL_unreached;
	}
}

static int compare_offs(const void *off_, const void *way_)
{
	const uint32_t *off = off_;
	const struct code_exit *way = way_;

	return *off < way->off ? -1 : *off > way->off;
}

/* Continues from instruction @idx to one that was reached before. */
static void walk_from(struct walk *walk, size_t idx)
{
	const struct code_insns *insns = walk->insns;

	for (; idx < insns->offs.cnt && !walk->is_reached[idx] &&
	       insns->refusals.v[idx] != CODE_REFUSAL_unreached; idx++) {
		const struct code_exit *way = NULL;
		ssize_t to = -1;

		walk->is_reached[idx] = true;
		if (insns->exits.cnt)
			way = bsearch(&insns->offs.v[idx], insns->exits.v,
				      insns->exits.cnt, sizeof(*way),
				      compare_offs);
		if (way && way->is_known && !way->is_call)
			to = target_idx(insns, walk->code, way->target);
		if (to >= 0)
			vec_push(&walk->todo, (uint32_t)to);
		if (insns->are_last.v[idx])
			return;
	}
}

void code_insns_refuse_data(struct code_insns *insns, const uint8_t *code)
{
	struct walk walk = { .insns = insns, .code = code };

	if (!has_data(insns, code))
		return;
	refuse_read(insns);
	walk.is_reached = xcalloc(insns->offs.cnt, sizeof(*walk.is_reached));
	vec_push(&walk.todo, 0);
	while (walk.todo.cnt)
		walk_from(&walk, walk.todo.v[--walk.todo.cnt]);
	for (size_t i = 0; i < insns->offs.cnt; i++)
		if (!walk.is_reached[i])
			insns->refusals.v[i] = CODE_REFUSAL_unreached;
	vec_deinit(&walk.todo);
	free(walk.is_reached);
}
