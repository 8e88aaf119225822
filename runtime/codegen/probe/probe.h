/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which probe fires, its arguments, and programs that only prepare a firing.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_GEN_PROBE_H
#define DTRACE_RUNTIME_CODEGEN_GEN_PROBE_H

#include "runtime/codegen/generator.h"

/*
 * probe_identity.c: which probe it is. Where each firing says so, gen_tag_early()
 * leaves if it is not wanted, before anything else is looked at.
 */
void gen_tag_early(struct pgen *g);
void gen_tag(struct pgen *g);
/* Jumps to @fail unless the firing's tag is in @guard. */
void gen_guard(struct pgen *g, const struct abi_guard *guard, uint32_t fail);

/* tag_row.c */
/*
 * Adds words at the end of the map of names, padded up to @room with ~0. Returns
 * their offset there.
 */
uint32_t gen_names_words(struct pgen *g, const uint64_t *words, uint32_t cnt,
			 uint32_t room);
/* A new register: the row of the tag in tables; to @none when it has none. */
uint32_t gen_tag_row(struct pgen *g, uint32_t none);

/* argument.c */
uint32_t gen_probe_arg(struct pgen *g, unsigned int idx, struct loc loc);
/* What the provider describes, extended to 64 bits. */
uint32_t gen_abi_value(struct pgen *g, const struct abi_arg *arg);

/* context.c: words of the context, the task, the kernel and the process */
/* 8 bytes of the context. */
uint32_t gen_context_word(struct pgen *g, int32_t off);
/* The address of the context + @off, for the kernel's verifier a number. */
uint32_t gen_inner_address(struct pgen *g, int64_t off);
/* The kernel's memory at @kaddr + @off by a helper; 0 where there is none. */
uint32_t gen_kernel_word(struct pgen *g, uint32_t kaddr, int64_t off,
			 uint8_t size_bytes);
/* Reads user memory into @dst; a fault when it can't be read. */
void gen_user_read(struct pgen *g, uint32_t func_id, struct mem dst,
		   struct ir_val bytes, uint32_t uaddr);
/* @bit of the 4 bytes at @off of the running task, in a new register. */
uint32_t gen_task_bit(struct pgen *g, uint32_t off, uint32_t bit);

/* argument_width.c: does argument @idx have a width by tag? Then: its value */
bool gen_has_width(const struct pgen *g, unsigned int idx);
uint32_t gen_arg_by_width(struct pgen *g, unsigned int idx);

/* usdt_site.c: the tag of the site in g->firing.tag; argument @idx of the site */
void gen_site_tag(struct pgen *g);
uint32_t gen_site_arg(struct pgen *g, unsigned int idx);

/* wait_event.c: what a program without clauses does; a field, 0: no such wait */
void gen_wait(struct pgen *g);
uint32_t gen_wait_field(struct pgen *g, enum abi_wait_field field);

/* loop_entry.c: a program of jumps; of what they lead to, before it counts */
void gen_back_mark(struct pgen *g);
void gen_back_land(struct pgen *g);

#endif
