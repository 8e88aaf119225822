/* SPDX-License-Identifier: BSD-2-Clause */
/* Addresses, stacks and registers as values. */
#ifndef DTRACE_RUNTIME_CODEGEN_RECORD_STACK_H
#define DTRACE_RUNTIME_CODEGEN_RECORD_STACK_H

#include "runtime/codegen/gen_internal.h"

/* stack.c: addresses and stacks, which are stored in memory like strings */
bool gen_is_pc(const struct node *node);
enum rec_kind gen_pc_kind(const struct node *node);
uint32_t gen_pc_bytes(const struct gen *gen, const struct node *node);
/* Size of the copy of the user stack that a record carries, or 0. */
uint32_t gen_pc_copy_bytes(const struct gen *gen, const struct node *node);
/* Stores that copy; writes every byte of it. */
void gen_pc_copy(struct pgen *g, struct mem dst, uint32_t bytes);
/* Reports an error if @node cannot be a key or be stored in a variable. */
void gen_pc_check_key(struct pgen *g, const struct node *node);
/* Stores the address or stack in @bytes at @dst. */
void gen_pc(struct pgen *g, const struct node *node, struct mem dst,
	    uint32_t bytes);
/* Like gen_pc(), without the frame that only the consumer needs. */
void gen_pc_exact(struct pgen *g, const struct node *node, struct mem dst,
		  uint32_t bytes);
/* uregs.c: uregs[e] */
bool gen_is_regs(const struct node *node);
uint32_t gen_regs(struct pgen *g, const struct node *node);

#endif
