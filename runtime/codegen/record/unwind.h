/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Stacks of processes by unwind tables: see unwind.c.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_GEN_UNWIND_H
#define DTRACE_RUNTIME_CODEGEN_GEN_UNWIND_H

#include "runtime/codegen/generator.h"
#include "runtime/common/unwind_abi.h"

/* What is to be walked. */
struct gen_unwind {
	uint32_t regs; /* register: address of the struct pt_regs */
	uint32_t max; /* frames */
	bool is_entry; /* a function begins */
};

/* Are there tables to walk by? */
bool gen_unwinds(const struct pgen *g);
/*
 * Frames into @bytes at @dst, zeros after them; jumps to @other, and @dst may
 * hold anything, where the kernel must walk.
 */
void gen_unwind(struct pgen *g, const struct gen_unwind *unwind, struct mem dst,
		uint32_t bytes, uint32_t other);
/* A new register: the number of frames. */
uint32_t gen_unwind_cnt(struct pgen *g, const struct gen_unwind *unwind,
			uint32_t other);
/* A new register: the address in the first one's caller, or 0. */
uint32_t gen_unwind_caller(struct pgen *g, const struct gen_unwind *unwind,
			   uint32_t other);

#endif
