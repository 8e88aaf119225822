/* SPDX-License-Identifier: BSD-2-Clause */
/* Variables: their sizes and places; reading and writing them. */
#ifndef DTRACE_RUNTIME_CODEGEN_VALUE_LVALUE_H
#define DTRACE_RUNTIME_CODEGEN_VALUE_LVALUE_H

#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/value/value.h"

/* The place of a variable or of a part of one: lvalue.c. */
struct place {
	uint32_t reg;		/* stored in this register; IR_NO_REG: in mem */
	struct mem mem;
	uint32_t absent;	/* a register that is 0 if there is no memory */
	uint32_t index;		/* a register to add, or IR_NO_REG ... */
	uint32_t index_max;	/* ... with at most this value, in bytes ... */
	/* ... and a multiple of this one's lowest set bit */
	uint32_t index_steps;
	bool is_private;	/* no other program can access it */
	/* a number inside an object; else it has 8 bytes of its own */
	bool is_part;
	uint32_t part_off;	/* mem's offset in the variable */
	struct bits bits;	/* bits.off is already included in mem */
};

/* subword.c: numbers in places */
/*
 * Loads the number at a place that exists into a new register. If @type is
 * NULL, the caller truncates it.
 */
uint32_t gen_part_load(struct pgen *g, const struct place *place,
		       const struct type *type);
void gen_part_store(struct pgen *g, const struct place *place,
		    struct ir_val val);
/*
 * Updates a place by one atomic operation. If @is_wanted, returns the old
 * value, not truncated to the type.
 */
uint32_t gen_part_update(struct pgen *g, const struct place *place,
			 uint8_t code, uint32_t operand, bool is_wanted);
/* Truncates a computed value to what the place can hold. */
void gen_part_cut(struct pgen *g, const struct place *place, uint32_t reg,
		  const struct type *type);

/* variable.c: variables and elements of arrays */
bool gen_is_var(const struct node *node);
/* Is it a string inside a struct, where it has no padding? */
bool gen_is_inner_string(const struct node *node);
/* Is it a variable that is always in memory: global or this->? */
bool gen_is_var_memory(const struct node *node);
/* Returns the variable that @node is part of. */
const struct ident *gen_var_ident(const struct node *node);
uint32_t gen_var_value(struct pgen *g, const struct node *node);
/*
 * Writes a string variable, a string of a struct that is a value (`(c ? s :
 * t).text`), or the value of an assignment, to @dst.
 */
void gen_var_string(struct pgen *g, const struct node *node, struct mem dst,
		    uint32_t bytes);
void gen_assign_string(struct pgen *g, const struct node *node,
		       struct mem dst, uint32_t bytes);
/* Writes the value of an assignment of a struct, an array or a stack. */
void gen_assign_bytes(struct pgen *g, const struct node *node, struct mem dst,
		      uint32_t bytes);
/* NODE_ASSIGN, ++ and --. Returns a value only if @is_wanted and no string. */
uint32_t gen_assign(struct pgen *g, const struct node *node, bool is_wanted);
uint32_t gen_increment(struct pgen *g, const struct node *node,
		       bool is_wanted);

/* lvalue.c: places of variables */
/* Returns a place for reading; absent variables read as 0. */
struct place gen_place(struct pgen *g, const struct node *node);
/*
 * Returns a place for writing and creates it if needed. If there is no room,
 * counts that and jumps to @lost.
 */
struct place gen_place_make(struct pgen *g, const struct node *node,
			    uint32_t lost);
/* Returns the address of a variable's part as a number, or 0 if absent. */
uint32_t gen_place_address(struct pgen *g, const struct node *node);
/* Returns the memory of a place that is known to exist. */
struct mem gen_place_mem(struct pgen *g, const struct place *place);
void gen_place_skip_absent(struct pgen *g, const struct place *place,
			   uint32_t label);

/* clause_local.c: this-> variables of a firing */
void gen_this_begin(struct pgen *g, const struct clause *const *clauses,
		    size_t clause_cnt, uint32_t row_first);
void gen_this_end(struct pgen *g);

/* assoc_array.c: associative arrays */
bool gen_is_assoc(const struct node *node);
struct mem gen_assoc_key(struct pgen *g, const struct node *node);
/* Returns a register: the element's address, or 0. */
uint32_t gen_assoc_find(struct pgen *g, const struct node *node,
			struct mem key);
/*
 * Like gen_assoc_find(), but creates a missing element with the value 0. If
 * there is no room, counts that and jumps to @lost.
 */
uint32_t gen_assoc_make(struct pgen *g, const struct node *node,
			struct mem key, uint32_t lost);
/* Inserts or replaces an element; counts a lack of room. */
void gen_assoc_put(struct pgen *g, const struct node *node, struct mem key,
		   struct mem value);
void gen_assoc_free(struct pgen *g, const struct node *node, struct mem key);
/*
 * Deletes an element. That it does not exist is no failure. An element that
 * stays, because this firing interrupts another one that holds the lock of its
 * bucket, is counted: the next reader finds an old value.
 */
void gen_map_delete(struct pgen *g, struct ir_val map, struct mem key);

/* thread_local.c: the block of the running thread's variables */
/* Return a register: the block's address, or 0. */
uint32_t gen_self_find(struct pgen *g);
uint32_t gen_self_make(struct pgen *g, uint32_t lost);
/* abi.no_args_off; to be called after the prologue. */
void gen_drop_selfs(struct pgen *g, const struct clause *const *clauses,
		    size_t clause_cnt);
/* task_storage_get() of the running thread's block. */
uint32_t gen_storage_get(struct pgen *g, struct ir_val flags);
/* Returns a new register: a number that no other living thread has. */
uint32_t gen_thread_word(struct pgen *g);

/*
 * lookup_subprogram.c: do look-ups of variables go through functions? One for
 * each map: the array with index i has GEN_SUBPROG_FIND + i.
 */
bool gen_has_finders(const struct pgen *g);
/* @arg: the key's address, or the flags of gen_storage_get(). */
uint32_t gen_call_finder(struct pgen *g, uint32_t code, struct ir_val map,
			 struct ir_val arg);
/* Generates the finder @code as subprogram @id. */
int gen_finder(struct pgen *entry, struct gen_prog *prog, uint32_t code,
	       uint32_t id);

/* variable_layout.c: sizes and offsets */
struct gen_var *gen_var(struct gen *gen, const struct ident *ident);
void gen_var_scan(struct gen *gen, const struct program *program);
/* Like gen_var(), after assigning an offset or a map to the variable. */
const struct gen_var *gen_var_placed(struct pgen *g,
				     const struct ident *ident);
uint32_t gen_var_string_bytes(const struct gen *gen,
			      const struct ident *ident);
/* Returns the size of one value of it, a multiple of 8. */
uint32_t gen_var_bytes(const struct gen *gen, const struct ident *ident);
/* Are the innermost elements strings, sized as needed? */
bool gen_var_is_texts(const struct type *type);
/* Returns the distance in bytes between elements of this type. */
uint32_t gen_elem_bytes(const struct gen *gen, const struct ident *ident,
			const struct type *type);
/*
 * Reports that @node, several strings of an array, is not stored as its type
 * says. Returns whether it has.
 */
bool gen_var_refuse_whole(struct pgen *g, const struct node *node);
/* Returns the size of a string that is part of a variable. */
uint32_t gen_part_string_bytes(const struct gen *gen,
			       const struct node *node);
uint32_t gen_var_key_bytes(const struct gen *gen, const struct gen_var *var,
			   size_t idx);
/* Returns a hash that is not a variable and that all programs share. */
struct ir_val gen_own_map(struct pgen *g, enum dyn_use use, uint32_t key_bytes,
			  uint32_t value_bytes);
void gen_var_finish(struct gen *gen);

#endif
