/* SPDX-License-Identifier: BSD-2-Clause */
/* Values: expressions, objects in memory, values copied byte by byte. */
#ifndef DTRACE_RUNTIME_CODEGEN_VALUE_VALUE_H
#define DTRACE_RUNTIME_CODEGEN_VALUE_VALUE_H

#include "runtime/codegen/gen_internal.h"

/* expression.c */
uint32_t gen_expr(struct pgen *g, const struct node *node);
void gen_effect(struct pgen *g, const struct node *node);
/* Jumps to @label if the truth value of @node is @sense. */
void gen_branch(struct pgen *g, const struct node *node, bool sense,
		uint32_t label);
const struct node *strip_casts(const struct node *node);

/* extend.c */
/* The register's low bits, extended as an integer of this size would be. */
void gen_extend(struct pgen *g, uint32_t reg, uint32_t bytes, bool is_signed);

/* load_store.c: objects in memory, see lang/place.h */
uint32_t gen_address(struct pgen *g, const struct node *node);
uint32_t gen_load(struct pgen *g, const struct node *node);
/*
 * How to read a bit-field: as its type if that covers the field, as in C; if
 * the field is packed, as the 8 bytes that start at its first byte.
 */
struct bits {
	uint32_t off; /* bytes */
	uint32_t size_bytes; /* bytes to read */
	uint32_t shift_bits; /* of the field in them */
	uint32_t field_bits; /* 0: not a bit-field */
};
struct bits gen_bits(const struct type_member *member, uint32_t offset_bits);
/* `object = e`, `object op= e`, `object++`; return the value */
uint32_t gen_store(struct pgen *g, const struct node *node);
/* Stores a string of @bytes in the string object @left in scratch memory. */
void gen_store_text(struct pgen *g, const struct node *left, struct mem text,
		    uint32_t bytes);
uint32_t gen_step(struct pgen *g, const struct node *node);
/* Reads @bytes at @addr; faults if they are not readable. */
void gen_read(struct pgen *g, enum addr_space space, struct mem dst,
	      struct ir_val bytes, uint32_t addr);
/* Reads up to a NUL, at most @bytes including it. */
void gen_read_string(struct pgen *g, enum addr_space space, struct mem dst,
		     uint32_t bytes, uint32_t addr);

/* aggregate_value.c: values copied byte by byte: structs, arrays, floats */
bool gen_is_bytes(const struct node *node);
/* Writes the whole value to @dst, whose address is a multiple of 8. */
void gen_bytes(struct pgen *g, const struct node *node, struct mem dst,
	       uint32_t bytes);
/* Writes the right side of a NODE_ASSIGN as the left side stores it. */
void gen_assigned(struct pgen *g, const struct node *node, struct mem dst,
		  uint32_t bytes);
/* For any type of value: a temporary, filled. */
struct mem gen_temp(struct pgen *g, const struct node *node);

/* arithmetic.c */
uint32_t gen_binary(struct pgen *g, const struct node *node);
uint8_t gen_compare_code(enum op op, bool is_signed);

#endif
