/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Variables: their sizes, where they are, reading and writing them.
 */
#ifndef DTRACE_RUNTIME_CODEGEN_GEN_PLACE_H
#define DTRACE_RUNTIME_CODEGEN_GEN_PLACE_H

#include "runtime/codegen/generator.h"

/* Where a variable is, or a part of one: lvalue.c. */
struct place {
	uint32_t reg;		/* in this register, or IR_NO_REG: in mem */
	struct mem mem;
	uint32_t absent;	/* a register that is 0 when it is nowhere */
	uint32_t index;		/* a register to add, or IR_NO_REG ... */
	uint32_t index_max;	/* ... of at most so many bytes ... */
	uint32_t index_steps;	/* ... a multiple of its lowest bit set */
	bool is_private;	/* no other program can access it */
	/* a number that is a part: else it has 8 bytes for itself */
	bool is_part;
	uint32_t part_off;	/* mem's offset in the variable */
	struct bits bits;	/* its off is in mem already */
};

/* narrow.c: numbers in places */
/* A new register with the number at a place that is there; @type may be
 * NULL: whoever asks cuts it. */
uint32_t gen_part_load(struct pgen *g, const struct place *place,
		       const struct type *type);
void gen_part_store(struct pgen *g, const struct place *place,
		    struct ir_val val);
/*
 * One atomic operation with what is at the place. The old value, not cut to
 * the type, when it is wanted.
 */
uint32_t gen_part_update(struct pgen *g, const struct place *place,
			 uint8_t code, uint32_t operand, bool is_wanted);
/* What was computed, cut to what the place holds. */
void gen_part_cut(struct pgen *g, const struct place *place, uint32_t reg,
		  const struct type *type);

/* variable.c: variables and elements of arrays; see there */
bool gen_is_var(const struct node *node);
/* Is it a string inside of a struct, where it has no padding? */
bool gen_is_inner_string(const struct node *node);
/* Is it one that always is in memory, global or this->? */
bool gen_is_var_memory(const struct node *node);
/* The variable that it belongs to. */
const struct ident *gen_var_ident(const struct node *node);
uint32_t gen_var_value(struct pgen *g, const struct node *node);
/* A string variable, or the value of an assignment, into @dst. */
void gen_var_string(struct pgen *g, const struct node *node, struct mem dst,
		    uint32_t bytes);
void gen_assign_string(struct pgen *g, const struct node *node,
		       struct mem dst, uint32_t bytes);
/* NODE_ASSIGN, ++ and --. The value only when it is @wanted and no string. */
uint32_t gen_assign(struct pgen *g, const struct node *node, bool is_wanted);
uint32_t gen_increment(struct pgen *g, const struct node *node,
		       bool is_wanted);

/* lvalue.c: where a variable is */
/* For reading; what is absent reads as 0. */
struct place gen_place(struct pgen *g, const struct node *node);
/* For writing, made if need be; no room: counted, and to @lost. */
struct place gen_place_make(struct pgen *g, const struct node *node,
			    uint32_t lost);
/* The address of such a part, as a number; 0 when it is nowhere. */
uint32_t gen_place_address(struct pgen *g, const struct node *node);
/* Its memory, once it is known to be there. */
struct mem gen_place_mem(struct pgen *g, const struct place *place);
void gen_place_skip_absent(struct pgen *g, const struct place *place,
			   uint32_t label);

/* lvalue.c: this-> variables of a firing */
void gen_this_begin(struct pgen *g, const struct clause *const *clauses,
		    size_t clause_cnt, uint32_t row_first);
void gen_this_end(struct pgen *g);

/* assoc_array.c: associative arrays */
bool gen_is_assoc(const struct node *node);
struct mem gen_assoc_key(struct pgen *g, const struct node *node);
/* A register: the element's address or 0. */
uint32_t gen_assoc_find(struct pgen *g, const struct node *node,
			struct mem key);
/* The same, made with the value 0; no room: counted, and to @lost. */
uint32_t gen_assoc_make(struct pgen *g, const struct node *node,
			struct mem key, uint32_t lost);
/* Inserts or replaces; no room: counted. */
void gen_assoc_put(struct pgen *g, const struct node *node, struct mem key,
		   struct mem value);
void gen_assoc_free(struct pgen *g, const struct node *node, struct mem key);
/*
 * An element that is not there is no failure. One that stays, because this
 * firing interrupts another that holds the lock of its bucket, is counted: the
 * next who reads it finds an old value.
 */
void gen_map_delete(struct pgen *g, struct ir_val map, struct mem key);

/* thread_local.c: the block of the running thread's variables */
/* A register: its address, or 0 when no variable was set. */
uint32_t gen_self_find(struct pgen *g);
uint32_t gen_self_make(struct pgen *g, uint32_t lost);
/* A new register with a number that no other living thread has. */
uint32_t gen_thread_word(struct pgen *g);

/* variable_layout.c: sizes and places in memory */
struct gen_var *gen_var(struct gen *gen, const struct ident *ident);
void gen_var_scan(struct gen *gen, const struct program *program);
/* The same with an offset or a map of its own. */
const struct gen_var *gen_var_placed(struct pgen *g,
				     const struct ident *ident);
uint32_t gen_var_string_bytes(const struct gen *gen,
			      const struct ident *ident);
/* Bytes of one value of it, a multiple of 8. */
uint32_t gen_var_bytes(const struct gen *gen, const struct ident *ident);
/* Is every element, at the end, a string, as long as is needed? */
bool gen_var_is_texts(const struct type *type);
/* Bytes from one element of this type to the next. */
uint32_t gen_elem_bytes(const struct gen *gen, const struct ident *ident,
			const struct type *type);
/* Of a string that is a part of a variable. */
uint32_t gen_part_string_bytes(const struct gen *gen,
			       const struct node *node);
uint32_t gen_var_key_bytes(const struct gen *gen, const struct gen_var *var,
			   size_t idx);
/* A hash that is no variable: all programs have it together. */
struct ir_val gen_own_map(struct pgen *g, enum dyn_use use, uint32_t key_bytes,
			  uint32_t value_bytes);
void gen_var_finish(struct gen *gen);

#endif
