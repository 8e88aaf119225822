/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers in places: a variable has 8 bytes for its number, but an element of
 * an array or a member of a struct has its size in C, or some bits. Parts that
 * other firings can access are changed by atomic operations on the 8 bytes
 * around them, which every variable has:
 *
 *	struct { char a; short n; } s;	s.n += 5
 *	old = *(u64 *)&s
 *	old = cmpxchg(&s, old, old with 5 added to bits 16 to 31)	tried again
 *
 * If all attempts fail, the code adds to the whole word, and undoes a carry out
 * of the part by a second addition. Between the two a neighbour is one too
 * large, and a change of it that carries just then gives a wrong result: so
 * this is only the last resort. A bit-field is stored by two operations, between
 * which others read 0; a member that crosses a word of 8 bytes (of a packed
 * struct) is loaded and stored, which is not atomic.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

/* An attempt fails only if another firing comes within a few ns. */
enum { ADD_TRIES = 8 };

static void cut_bits(struct pgen *g, uint32_t reg, uint32_t bits,
		     bool is_signed)
{
	if (bits >= 64)
		return;
	ir_alu(g->f, BPF_LSH, reg, val_imm(64 - bits));
	ir_alu(g->f, is_signed ? BPF_ARSH : BPF_RSH, reg, val_imm(64 - bits));
}

void gen_part_cut(struct pgen *g, const struct place *place, uint32_t reg,
		  const struct type *type)
{
	type = type_resolve(type);
	if (place->is_part && place->bits.field_bits) {
		cut_bits(g, reg, place->bits.field_bits,
			 type_is_signed_field(type));
		return;
	}
	if (type->is_bool) {
		uint32_t done = ir_label(g->f);

		if (place->is_part) /* others may follow it in the word */
			cut_bits(g, reg, 8, false);
		ir_branch(g->f, BPF_JEQ, reg, val_imm(0), done);
		ir_mov(g->f, reg, val_imm(1));
		ir_bind(g->f, done);
		return;
	}
	gen_extend(g, reg, (uint32_t)type->size_bytes, type_is_signed(type));
}

uint32_t gen_part_load(struct pgen *g, const struct place *place,
		       const struct type *type)
{
	uint32_t reg;
	struct mem mem;

	if (place->reg != IR_NO_REG)
		return ir_copy(g->f, val_reg(place->reg));
	reg = ir_reg(g->f);
	mem = gen_place_mem(g, place);
	ir_load(g->f, reg, mem.base, mem.off,
		place->is_part ? (uint8_t)place->bits.size_bytes : 8);
	if (place->is_part && place->bits.field_bits)
		ir_alu(g->f, BPF_RSH, reg, val_imm(place->bits.shift_bits));
	if (type)
		gen_part_cut(g, place, reg, type);
	return reg;
}

/* --------------------------------------------------------------- the word */

/* The 8 bytes around a part, and the part's position in them. */
struct word {
	struct mem mem;
	struct ir_val shift; /* bits: a number or a register */
	uint32_t bits;	     /* size of the part */
};

/* Computes the word if an index moves the part within it. */
static struct word computed_word(struct pgen *g, const struct place *place)
{
	struct ir_func *f = g->f;
	uint32_t in_word = place->part_off % 8, index, shift, addr;
	struct word word;

	index = ir_copy(f, val_reg(place->index));
	ir_branch(f, BPF_JGT, index, val_imm(place->index_max),
		  g->firing.exit_label);
	ir_alu(f, BPF_ADD, index, val_imm(in_word));
	shift = ir_copy(f, val_reg(index));
	ir_alu(f, BPF_AND, shift, val_imm(7));
	ir_alu(f, BPF_LSH, shift, val_imm(3));
	ir_alu(f, BPF_ADD, shift, val_imm(place->bits.shift_bits));
	ir_alu(f, BPF_AND, index, val_imm(~7));
	/* the verifier's bound of that is still the last byte, not its word */
	ir_branch(f, BPF_JGT, index, val_imm((place->index_max + in_word) & ~7u),
		  g->firing.exit_label);
	addr = ir_copy(f, gen_mem_addr(g, mem_at(place->mem,
						 -(int32_t)in_word)));
	ir_alu(f, BPF_ADD, addr, val_reg(index));
	word.mem = (struct mem){ .base = val_reg(addr) };
	word.shift = val_reg(shift);
	return word;
}

static struct word word_of(struct pgen *g, const struct place *place)
{
	uint32_t in_word = place->part_off % 8;
	struct word word;

	if (place->index != IR_NO_REG && place->index_steps % 8) {
		word = computed_word(g, place);
	} else {
		word.mem = mem_at(gen_place_mem(g, place), -(int32_t)in_word);
		word.shift = val_imm(in_word * 8 + place->bits.shift_bits);
	}
	word.bits = place->bits.field_bits ? place->bits.field_bits :
					     place->bits.size_bytes * 8;
	return word;
}

/* Does the part lie in one word for every index? */
static bool is_in_word(const struct place *place)
{
	uint32_t size_bytes = place->bits.size_bytes;

	return place->part_off % size_bytes == 0 &&
	       place->index_steps % size_bytes == 0;
}

static uint32_t shifted(struct pgen *g, const struct word *word,
			uint64_t value)
{
	uint32_t reg = ir_copy(g->f, val_imm((int64_t)value));

	ir_alu(g->f, BPF_LSH, reg, word->shift);
	return reg;
}

static uint64_t mask_of(uint32_t bits)
{
	return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* Shifts @value's low bits to the part's position. */
static uint32_t aligned(struct pgen *g, const struct word *word,
			struct ir_val value)
{
	uint32_t reg = ir_copy(g->f, value);

	ir_alu(g->f, BPF_AND, reg,
	       val_reg(ir_copy(g->f, val_imm((int64_t)mask_of(word->bits)))));
	ir_alu(g->f, BPF_LSH, reg, word->shift);
	return reg;
}

static uint32_t outside_mask(struct pgen *g, const struct word *word)
{
	uint32_t mask = shifted(g, word, mask_of(word->bits));

	ir_alu(g->f, BPF_XOR, mask, val_imm(-1));
	return mask;
}

/* ------------------------------------------------------------------ changes */

static void store_bits(struct pgen *g, const struct place *place,
		       struct ir_val val)
{
	struct ir_func *f = g->f;
	struct word word;
	struct mem mem;
	uint32_t unit;

	if (!place->is_private && is_in_word(place)) {
		word = word_of(g, place);
		ir_atomic(f, BPF_AND, word.mem.base, word.mem.off,
			  outside_mask(g, &word));
		ir_atomic(f, BPF_OR, word.mem.base, word.mem.off,
			  aligned(g, &word, val));
		return;
	}
	word = (struct word){
		.shift = val_imm(place->bits.shift_bits),
		.bits = place->bits.field_bits,
	};
	mem = gen_place_mem(g, place);
	unit = ir_reg(f);
	ir_load(f, unit, mem.base, mem.off, (uint8_t)place->bits.size_bytes);
	ir_alu(f, BPF_AND, unit, val_reg(outside_mask(g, &word)));
	ir_alu(f, BPF_OR, unit, val_reg(aligned(g, &word, val)));
	gen_mem_store(g, mem, place->bits.size_bytes, val_reg(unit));
}

void gen_part_store(struct pgen *g, const struct place *place,
		    struct ir_val val)
{
	if (place->reg != IR_NO_REG)
		ir_mov(g->f, place->reg, val);
	else if (!place->is_part)
		gen_mem_store(g, gen_place_mem(g, place), 8, val);
	else if (place->bits.field_bits)
		store_bits(g, place, val);
	else
		gen_mem_store(g, gen_place_mem(g, place),
			      place->bits.size_bytes, val);
}

/* Undoes the carry of an addition out of the part. */
static void undo_carry(struct pgen *g, const struct word *word, uint32_t old,
		       uint32_t operand)
{
	struct ir_func *f = g->f;
	uint32_t sum = ir_copy(f, val_reg(old)), done = ir_label(f), one;

	ir_alu(f, BPF_AND, sum, val_imm((int64_t)mask_of(word->bits)));
	one = ir_copy(f, val_reg(operand));
	ir_alu(f, BPF_AND, one, val_imm((int64_t)mask_of(word->bits)));
	ir_alu(f, BPF_ADD, sum, val_reg(one));
	ir_alu(f, BPF_RSH, sum, val_imm(word->bits));
	ir_branch(f, BPF_JEQ, sum, val_imm(0), done);
	/* at the end of the word, two shifts clear it */
	one = ir_copy(f, val_imm(1));
	ir_alu(f, BPF_LSH, one, word->shift);
	ir_alu(f, BPF_LSH, one, val_imm(word->bits));
	ir_neg(f, one);
	ir_atomic(f, BPF_ADD, word->mem.base, word->mem.off, one);
	ir_bind(f, done);
}

/* Returns the word @found with the sum in the part and the rest unchanged. */
static uint32_t summed(struct pgen *g, const struct word *word, uint32_t found,
		       uint32_t operand)
{
	struct ir_func *f = g->f;
	uint32_t sum = ir_copy(f, val_reg(found)), new;

	ir_alu(f, BPF_RSH, sum, word->shift);
	ir_alu(f, BPF_ADD, sum, val_reg(operand));
	new = aligned(g, word, val_reg(sum));
	ir_alu(f, BPF_AND, found, val_reg(outside_mask(g, word)));
	ir_alu(f, BPF_OR, new, val_reg(found));
	return new;
}

/*
 * Tries to exchange the word, each time for the value last seen in it; after
 * ADD_TRIES failures adds with a carry (@addend is the shifted operand).
 * Returns the part's old value.
 */
static uint32_t add_in_word(struct pgen *g, const struct word *word,
			    uint32_t addend, uint32_t operand)
{
	struct ir_func *f = g->f;
	uint32_t found = ir_reg(f), done = ir_label(f), old;

	ir_load(f, found, word->mem.base, word->mem.off, 8);
	for (int i = 0; i < ADD_TRIES; i++) {
		uint32_t expected = ir_copy(f, val_reg(found));
		uint32_t new = summed(g, word, found, operand);

		ir_cmpxchg(f, found, word->mem.base, word->mem.off, 8,
			   val_reg(expected), val_reg(new));
		ir_branch(f, BPF_JEQ, found, val_reg(expected), done);
	}
	ir_fetch(f, BPF_ADD, word->mem.base, word->mem.off, addend);
	ir_mov(f, found, val_reg(addend));
	old = ir_copy(f, val_reg(addend));
	ir_alu(f, BPF_RSH, old, word->shift);
	undo_carry(g, word, old, operand);
	ir_bind(f, done);
	ir_alu(f, BPF_RSH, found, word->shift);
	return found;
}

static uint32_t update_word(struct pgen *g, const struct place *place,
			    uint8_t code, uint32_t operand)
{
	struct ir_func *f = g->f;
	struct word word = word_of(g, place);
	uint32_t old = aligned(g, &word, val_reg(operand));

	if (code == BPF_AND)
		ir_alu(f, BPF_OR, old, val_reg(outside_mask(g, &word)));
	if (code == BPF_ADD && word.bits < 64)
		return add_in_word(g, &word, old, operand);
	ir_fetch(f, code, word.mem.base, word.mem.off, old);
	ir_alu(f, BPF_RSH, old, word.shift);
	return old;
}

static uint32_t update_plain(struct pgen *g, const struct place *place,
			     uint8_t code, uint32_t operand)
{
	uint32_t old = gen_part_load(g, place, NULL);
	uint32_t new = ir_copy(g->f, val_reg(old));

	ir_alu(g->f, code, new, val_reg(operand));
	gen_part_store(g, place, val_reg(new));
	return old;
}

uint32_t gen_part_update(struct pgen *g, const struct place *place,
			 uint8_t code, uint32_t operand, bool is_wanted)
{
	struct ir_func *f = g->f;
	uint32_t old;
	struct mem mem;

	if (place->is_private || (place->is_part && !is_in_word(place)))
		return update_plain(g, place, code, operand);
	if (place->is_part && (place->bits.field_bits ||
			       place->bits.size_bytes < 8))
		return update_word(g, place, code, operand);
	mem = gen_place_mem(g, place);
	if (!is_wanted) {
		ir_atomic(f, code, mem.base, mem.off, operand);
		return IR_NO_REG;
	}
	old = ir_copy(f, val_reg(operand));
	ir_fetch(f, code, mem.base, mem.off, old);
	return old;
}
