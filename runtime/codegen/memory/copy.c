// SPDX-License-Identifier: BSD-2-Clause
/*
 * Copies memory that a program may read: word by word, or by the kernel.
 */
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/memory/memory.h"

enum { COPY_INLINE_MAX_BYTES = 64 };

void gen_copy_call(struct pgen *g, struct mem src, struct mem dst,
		   uint32_t bytes)
{
	ir_helper(g->f, probe_read_kernel, gen_mem_addr(g, dst), val_imm(bytes),
		  gen_mem_addr(g, src));
}

void gen_copy_words(struct pgen *g, struct mem src, struct mem dst,
		    uint32_t bytes)
{
	uint32_t at = 0;

	while (at < bytes) {
		uint32_t step = 8, word = ir_reg(g->f);

		while (step > bytes - at)
			step /= 2;
		ir_load(g->f, word, src.base, src.off + (int32_t)at,
			(uint8_t)step);
		gen_mem_store(g, mem_at(dst, (int32_t)at), step, val_reg(word));
		at += step;
	}
}

void gen_copy(struct pgen *g, struct mem src, struct mem dst, uint32_t bytes)
{
	if (bytes > COPY_INLINE_MAX_BYTES || src.off % 8 || dst.off % 8 ||
	    src.base.kind != VAL_FRAME)
		gen_copy_call(g, src, dst, bytes);
	else
		gen_copy_words(g, src, dst, bytes);
}
