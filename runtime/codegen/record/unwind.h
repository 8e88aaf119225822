/* SPDX-License-Identifier: BSD-2-Clause */
/* Walks stacks of processes by unwind tables: see unwind.c. */
#ifndef DTRACE_RUNTIME_CODEGEN_RECORD_UNWIND_H
#define DTRACE_RUNTIME_CODEGEN_RECORD_UNWIND_H

#include "runtime/codegen/gen_internal.h"
#include "runtime/common/unwind_abi.h"

/* The stack to be walked. */
struct gen_unwind {
	uint32_t regs; /* register: address of the struct pt_regs */
	uint32_t max; /* maximum number of frames */
	bool is_entry; /* the stack is that of a function's first byte */
};

/* Are there unwind tables? */
bool gen_unwinds(const struct pgen *g);
/* Can a program that waits for dtrace let it run on its CPU? */
bool gen_can_give_way(const struct gen_env *env);
/*
 * Stores the frames in @bytes at @dst, padded with zeros. Jumps to @other, with
 * @dst undefined, if the kernel must walk.
 */
void gen_unwind(struct pgen *g, const struct gen_unwind *unwind, struct mem dst,
		uint32_t bytes, uint32_t other);
/* Returns a new register: the number of frames. */
uint32_t gen_unwind_cnt(struct pgen *g, const struct gen_unwind *unwind,
			uint32_t other);
/* Returns a new register: the address in the first frame's caller, or 0. */
uint32_t gen_unwind_caller(struct pgen *g, const struct gen_unwind *unwind,
			   uint32_t other);

#endif
