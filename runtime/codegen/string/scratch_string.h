/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the string subroutines; the functions are in scratch_string.c. The
 * subroutines work on strings in the clause's scratch slot through the
 * in-kernel library, which takes offsets into the scratch map and handles
 * TEXT_STEP_BYTES per call. For a string that may be longer the generator emits
 * repeated calls, so a short string costs one call.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_STRING_SCRATCH_STRING_H
#define DTRACE_RUNTIME_CODEGEN_STRING_SCRATCH_STRING_H

#include "runtime/codegen/gen_internal.h"

enum { TEXT_STEP_BYTES = 256 }; /* SCRATCH_STEP of runtime/bpf */

/* A string in scratch memory: offset into the map, length if known. */
struct text {
	struct mem mem;
	uint32_t off; /* register */
	uint32_t bytes; /* size; eight NULs follow */
	const char *constant; /* its text if constant, or NULL */
	size_t constant_len;
};

/* Returns a new register that holds @a. */
uint32_t text_reg(struct pgen *g, struct ir_val a);
/* Returns a new register: @reg + @add. */
uint32_t text_plus(struct pgen *g, uint32_t reg, int64_t add);
/* reg = min(reg, most), signed. */
void text_min(struct pgen *g, uint32_t reg, struct ir_val most);
/* Can the library reach this memory by an offset? */
bool text_is_scratch(const struct pgen *g, struct mem mem);
/* Returns memory of the scratch slot as a text, not filled. */
struct text text_new(struct pgen *g, uint32_t bytes);
/* Evaluates a string expression. */
struct text text_arg(struct pgen *g, const struct node *node);
/* Returns the length in a new register. */
uint32_t text_len(struct pgen *g, const struct text *text);
/* Calls the library; returns the result's register. */
uint32_t text_call(struct pgen *g, enum lib_func func,
		   const struct ir_val *args, uint32_t arg_cnt);
#define text_lib(g, func, ...)                                     \
	text_call(g, LIB_##func, (struct ir_val[]){ __VA_ARGS__ }, \
		  sizeof((struct ir_val[]){ __VA_ARGS__ }) /       \
			  sizeof(struct ir_val))

/*
 * Builds a subroutine's value for @dst: text_result() returns memory to build
 * it in, text_finish() copies it to @dst and fills all of @bytes there.
 */
struct text text_result(struct pgen *g, struct mem dst, uint32_t bytes);
void text_finish(struct pgen *g, const struct text *result, struct mem dst);
/* Returns the most characters that a result can have. */
uint32_t text_room_chars(const struct pgen *g, const struct text *result);
/*
 * Copies the entry of @entry_bytes at the address in register @entry to @bytes
 * at @dst: pads it with zeros, or truncates it and ends it with a NUL.
 */
void text_put_entry(struct pgen *g, uint32_t entry, uint32_t entry_bytes,
		    struct mem dst, uint32_t bytes);
/*
 * Puts @len (register) bytes from offset @from (register) at position @at, with
 * NULs after them; truncates to what a string of strsize bytes can hold.
 */
void text_put(struct pgen *g, const struct text *result, struct ir_val at,
	      uint32_t from, uint32_t len);
/* The usual end of a subroutine: its value is @len bytes from @from. */
void text_return(struct pgen *g, struct mem dst, uint32_t bytes, uint32_t from,
		 uint32_t len);

/* The size of the first argument, which bounds the result. */
uint32_t text_bytes_first(const struct gen *gen, const struct node *node);
/* Returns the @idx-th argument of a call, or NULL. */
const struct node *text_call_arg(const struct node *node, unsigned int idx);
/* Rounds @bytes up to a multiple of 8, at most the size of a string. */
uint32_t text_room(const struct gen *gen, uint64_t bytes);

#endif
