/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the string subroutines share. They work on strings in the clause's
 * scratch slot, through the in-kernel library, which takes offsets into the
 * scratch map and looks at TEXT_STEP_BYTES a call: for a string that may be
 * longer the calls are repeated here, so a short one costs one call.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_GEN_TEXT_H
#define DTRACE_RUNTIME_CODEGEN_GEN_TEXT_H

#include "runtime/codegen/generator.h"

enum { TEXT_STEP_BYTES = 256 }; /* SCRATCH_STEP of runtime/bpf */

/* A string in scratch memory: offset into the map, length if known. */
struct text {
	struct mem mem;
	uint32_t off; /* register */
	uint32_t bytes; /* room; eight NULs are after it */
	const char *constant; /* its text, or NULL */
	size_t constant_len;
};

/* A new register: the value @a. */
uint32_t text_reg(struct pgen *g, struct ir_val a);
/* reg = the smaller (signed). */
void text_min(struct pgen *g, uint32_t reg, struct ir_val most);
/* Is it memory that the library reaches by an offset? */
bool text_is_scratch(const struct pgen *g, struct mem mem);
/* Memory of the scratch slot as a text, not filled. */
struct text text_new(struct pgen *g, uint32_t bytes);
/* Evaluates a string expression. */
struct text text_arg(struct pgen *g, const struct node *node);
/* Its length in a new register. */
uint32_t text_len(struct pgen *g, const struct text *text);
/* A call of the library; the result's register. */
uint32_t text_call(struct pgen *g, enum lib_func func,
		   const struct ir_val *args, uint32_t arg_cnt);
#define text_lib(g, func, ...)                                     \
	text_call(g, LIB_##func, (struct ir_val[]){ __VA_ARGS__ }, \
		  sizeof((struct ir_val[]){ __VA_ARGS__ }) /       \
			  sizeof(struct ir_val))

/*
 * The value of a subroutine on its way to @dst: text_result() gives memory to
 * compose it in, text_finish() brings it to @dst, all of its @bytes.
 */
struct text text_result(struct pgen *g, struct mem dst, uint32_t bytes);
void text_finish(struct pgen *g, const struct text *result, struct mem dst);
/*
 * The entry of @entry_bytes at the address in register @entry, into all of the
 * @bytes at @dst: zeros follow it, or it is cut and ends with a NUL.
 */
void text_put_entry(struct pgen *g, uint32_t entry, uint32_t entry_bytes,
		    struct mem dst, uint32_t bytes);
/*
 * Puts @len (register) bytes from offset @from (register) at position @at
 * and NULs after; cut to what a string of strsize bytes can hold.
 */
void text_put(struct pgen *g, const struct text *result, struct ir_val at,
	      uint32_t from, uint32_t len);
/* The usual end of a subroutine: @len bytes from @from are its value. */
void text_return(struct pgen *g, struct mem dst, uint32_t bytes, uint32_t from,
		 uint32_t len);

/* Room of the first argument; the result is no longer than it. */
uint32_t text_bytes_first(const struct gen *gen, const struct node *node);
/* The @idx-th argument of a call, or NULL. */
const struct node *text_call_arg(const struct node *node, unsigned int idx);
/* @bytes up to a multiple of 8, and no more than a string has. */
uint32_t text_room(const struct gen *gen, uint64_t bytes);

#endif
