/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which probe fires, its arguments, and programs that only prepare a firing.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_PROBE_PROBE_H
#define DTRACE_RUNTIME_CODEGEN_PROBE_PROBE_H

#include "runtime/codegen/gen_internal.h"

/*
 * probe_tag.c: finds out which probe fires. If the firing itself tells,
 * gen_tag_early() leaves unwanted firings before anything else is computed.
 */
void gen_tag_early(struct pgen *g);
void gen_tag(struct pgen *g);
/*
 * To be called before the clauses, so that the verifier does not follow their
 * comparisons of the tag separately.
 */
void gen_hide_tag(struct pgen *g, size_t clause_cnt);
/* Jumps to @fail unless the firing's tag is in @guard. */
void gen_guard(struct pgen *g, const struct abi_guard *guard, uint32_t fail);

/* tag_table.c */
/*
 * Adds words at the end of the map of names, padded with ~0 up to @room.
 * Returns their offset.
 */
uint32_t gen_names_words(struct pgen *g, const uint64_t *words, uint32_t cnt,
			 uint32_t room);
/*
 * Returns a new register: the row of the tag in tables. Jumps to @none if it
 * has none.
 */
uint32_t gen_tag_row(struct pgen *g, uint32_t none);

/* argument.c */
uint32_t gen_probe_arg(struct pgen *g, unsigned int idx, struct loc loc);
/* Returns the value that the provider describes, extended to 64 bits. */
uint32_t gen_abi_value(struct pgen *g, const struct abi_arg *arg);

/*
 * list_loop.c: for a probe that fires for each element of a list, generates what
 * calls the program's function for each of them, and makes @f that function.
 * Returns as gen_function().
 */
int gen_list_begin(struct pgen *g, struct gen_prog *prog, struct ir_func *f);

/* context_word.c */
/* Returns 8 bytes of the context. */
uint32_t gen_context_word(struct pgen *g, int32_t off);
/* Returns the address of the context + @off, as a number to the verifier. */
uint32_t gen_inner_address(struct pgen *g, int64_t off);

/*
 * argument_width.c: whether the width of argument @idx depends on the tag, and
 * the argument's value then.
 */
bool gen_has_width(const struct pgen *g, unsigned int idx);
uint32_t gen_arg_by_width(struct pgen *g, unsigned int idx);

/*
 * usdt_site.c: sets g->firing.tag from the site; reads argument @idx of the
 * site.
 */
void gen_site_tag(struct pgen *g);
uint32_t gen_site_arg(struct pgen *g, unsigned int idx);

/*
 * kernel_lock_wait.c: the body of a program without clauses; a field of the wait
 * (0 if there is none).
 */
void gen_wait(struct pgen *g);
uint32_t gen_wait_field(struct pgen *g, enum abi_wait_field field);

/*
 * user_lock_call.c: what a program does with a call of a lock function before its
 * clauses; a field of that call.
 */
void gen_lock(struct pgen *g);
uint32_t gen_lock_field(struct pgen *g, enum abi_lock_field field);

/*
 * watchpoint.c: what a program at a write does before it checks whether it is
 * to run; the body of a program without clauses; what the write added.
 */
void gen_watch_written(struct pgen *g);
void gen_watch_begin(struct pgen *g);
uint32_t gen_watch_growth(struct pgen *g);

/*
 * loop_entry.c: the body of a program at jumps; the check at the probe that
 * they jump to.
 */
void gen_back_mark(struct pgen *g);
void gen_back_land(struct pgen *g);

#endif
