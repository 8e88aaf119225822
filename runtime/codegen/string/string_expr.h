/* SPDX-License-Identifier: BSD-2-Clause */
/* Strings as values: made in memory, compared. */
#ifndef DTRACE_RUNTIME_CODEGEN_STRING_STRING_EXPR_H
#define DTRACE_RUNTIME_CODEGEN_STRING_STRING_EXPR_H

#include "runtime/codegen/gen_internal.h"

/* string_expr.c */
bool gen_is_string(const struct node *node);
/* Bytes that hold any value of @node, NUL included; a multiple of 8. */
uint32_t gen_string_bytes(const struct gen *gen, const struct node *node);
/* Returns the most characters of a string in @bytes. */
uint32_t gen_string_chars(const struct gen *gen, uint32_t bytes);
/* Its length, in a traced program (ABI_DIRECT); the second one: copyinstr(). */
uint32_t gen_string_length_direct(struct pgen *g, const struct node *node);
uint32_t gen_copyinstr_length(struct pgen *g, const struct node *node);
/* Fills @bytes at @dst; truncates to what fits with a NUL. */
void gen_string(struct pgen *g, const struct node *node, struct mem dst,
		uint32_t bytes);
/* Like gen_string(), from memory that holds @src_bytes of a string. */
void gen_string_copy(struct pgen *g, struct mem src, uint32_t src_bytes,
		     struct mem dst, uint32_t bytes);
/* Returns a character of a string: s[i]. */
uint32_t gen_string_char(struct pgen *g, const struct node *node);
/* A cast from string to string does nothing; from anything else it reads. */
const struct node *strip_string_casts(const struct node *node);
/* Returns the number of characters of a constant as a string value. */
size_t gen_const_len(const struct gen *gen, const struct node *node);
/* Returns word @idx of a constant as it is stored in memory. */
uint64_t gen_const_word(const char *text, size_t len, size_t idx);

/* string_compare.c */
/* Like gen_branch(), for a comparison of strings. */
void gen_string_branch(struct pgen *g, const struct node *node, bool sense,
		       uint32_t label);

/* search.c: the state that strtok() keeps between calls in a clause. */
uint32_t gen_strtok_bytes(const struct gen *gen);
void gen_strtok_begin(struct pgen *g);

#endif
