/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One program for sites whose arguments are in many different places. A program
 * for each combination would save 10 to 30 ns per argument, but each takes
 * milliseconds to load, and a program that loads late misses firings. So a
 * table in MAP_NAMES has a line for each site:
 *
 *	word 0	its tag
 *	1, 2	first argument: a number to start with; what to add to it
 *	3, 4	second argument ...
 *
 *	value = number
 *	if (BASE)	value += register
 *	if (INDEX)	value += register * scale
 *	if (ADDR32)	value is truncated to 32 bits
 *	if (MEM)	value = user memory there
 *	value is truncated to its size and extended
 *
 * A register is read like other kernel memory, because the verifier does not
 * allow a computed offset into the context.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/probe/probe.h"

/* Fields of the second word; registers are given as words of the context. */
enum {
	BASE_SHIFT = 0,
	INDEX_SHIFT = 6,
	REG_MASK = 63,
	SCALE_SHIFT = 12,
	SIZE_SHIFT = 16,
	SIZE_MASK = 15,
	SIGNED_BIT = 1 << 20,
	MEM_BIT = 1 << 21,
	BASE_BIT = 1 << 22,
	INDEX_BIT = 1 << 23,
	DOWN_SHIFT = 24, /* how far to shift the value right first */
	ADDR32_BIT = 1 << 30,
};

static uint64_t arg_word(const struct abi_arg *arg)
{
	bool is_mem = arg->kind == ABI_ARG_MEM;
	bool has_base = is_mem || arg->kind == ABI_ARG_CTX ||
			arg->kind == ABI_ARG_ADDR;
	uint64_t word;

	if (!has_base) /* NONE, CONST */
		return 8 << SIZE_SHIFT;
	word = (uint64_t)arg->size_bytes << SIZE_SHIFT |
	       (arg->is_signed ? SIGNED_BIT : 0) | (is_mem ? MEM_BIT : 0) |
	       (arg->is_addr32 ? ADDR32_BIT : 0);
	if (arg->ctx_off >= 0)
		word |= BASE_BIT | (uint64_t)arg->ctx_off / 8 << BASE_SHIFT;
	if (is_mem && arg->index_off >= 0)
		word |= INDEX_BIT |
			(uint64_t)arg->index_off / 8 << INDEX_SHIFT |
			(uint64_t)(arg->scale ? arg->scale : 1) << SCALE_SHIFT;
	if (arg->kind == ABI_ARG_CTX)
		word |= (uint64_t)arg->shift_bits << DOWN_SHIFT;
	return word;
}

static uint64_t arg_number(const struct abi_arg *arg)
{
	return arg->kind == ABI_ARG_NONE || arg->kind == ABI_ARG_CTX ?
		       0 : (uint64_t)arg->value;
}

static uint32_t line_words(const struct pgen *g)
{
	uint32_t cnt = 1;

	for (unsigned int i = 0; i < ABI_ARG_MAX; i++)
		if (g->abi->args[i].kind == ABI_ARG_SITE)
			cnt += 2;
	return cnt;
}

static uint32_t make_table(struct pgen *g)
{
	VEC(uint64_t) words = { 0 };
	uint32_t ret;

	for (uint32_t i = 0; i < g->abi->identity.sites.cnt; i++) {
		const struct abi_site *site = &g->abi->identity.sites.v[i];

		vec_push(&words, site->tag);
		for (unsigned int a = 0; a < ABI_ARG_MAX; a++) {
			if (g->abi->args[a].kind != ABI_ARG_SITE)
				continue;
			vec_push(&words, arg_number(&site->args[a]));
			vec_push(&words, arg_word(&site->args[a]));
		}
	}
	ret = gen_names_words(g, words.v, (uint32_t)words.cnt,
			      (uint32_t)words.cnt);
	vec_deinit(&words);
	return ret;
}

/* Returns the address of the site's line; leaves if there is none. */
static uint32_t line_addr(struct pgen *g)
{
	uint32_t line = ir_copy(g->f, val_reg(g->site.number));
	uint32_t addr =
		ir_copy(g->f, val_map_value(MAP_NAMES, 0, g->site.table));

	/* bounds are lost on the stack, so each use checks again */
	ir_branch(g->f, BPF_JGE, line, val_imm(g->abi->identity.sites.cnt),
		  g->firing.exit_label);
	ir_alu(g->f, BPF_MUL, line, val_imm((int32_t)line_words(g) * 8));
	ir_alu(g->f, BPF_ADD, addr, val_reg(line));
	return addr;
}

void gen_site_tag(struct pgen *g)
{
	g->site.number = ir_copy(g->f, val_reg(g->firing.tag));
	ir_zext32(g->f, g->site.number);
	g->site.table = make_table(g);
	ir_load(g->f, g->firing.tag, val_reg(line_addr(g)), 0, 8);
}

/* Returns a new register: some bits of @word. */
static uint32_t field(struct pgen *g, uint32_t word, int shift, int mask)
{
	uint32_t reg = ir_copy(g->f, val_reg(word));

	ir_alu(g->f, BPF_RSH, reg, val_imm(shift));
	ir_alu(g->f, BPF_AND, reg, val_imm(mask));
	return reg;
}

/* Jumps to @label unless @bit of @word is set. */
static void unless(struct pgen *g, uint32_t word, int bit, uint32_t label)
{
	uint32_t reg = ir_copy(g->f, val_reg(word));

	ir_alu(g->f, BPF_AND, reg, val_imm(bit));
	ir_branch(g->f, BPF_JEQ, reg, val_imm(0), label);
}

static uint32_t context_word(struct pgen *g, uint32_t word, int shift)
{
	uint32_t addr = gen_inner_address(g, 0);
	uint32_t off = field(g, word, shift, REG_MASK);

	ir_alu(g->f, BPF_LSH, off, val_imm(3));
	ir_alu(g->f, BPF_ADD, addr, val_reg(off));
	return gen_kernel_word(g, addr, 0, 8);
}

/* value = user memory at value */
static void read_memory(struct pgen *g, uint32_t value, uint32_t word)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	struct mem mem = gen_frame_mem(g, 8);
	uint32_t size = field(g, word, SIZE_SHIFT, SIZE_MASK);

	gen_zero(g, mem, 8);
	ir_branch(f, BPF_JEQ, size, val_imm(0), g->firing.exit_label);
	ir_branch(f, BPF_JGT, size, val_imm(8), g->firing.exit_label);
	gen_user_read(g, BPF_FUNC_probe_read_user, mem, val_reg(size), value);
	ir_load(f, value, mem.base, mem.off, 8);
	gen_temps_release(g, temps);
}

static void extend(struct pgen *g, uint32_t value, uint32_t word)
{
	struct ir_func *f = g->f;
	uint32_t bits = field(g, word, SIZE_SHIFT, SIZE_MASK);
	uint32_t is_unsigned = ir_label(f), done = ir_label(f);

	ir_alu(f, BPF_RSH, value,
	       val_reg(field(g, word, DOWN_SHIFT, REG_MASK)));
	ir_alu(f, BPF_MUL, bits, val_imm(-8));
	ir_alu(f, BPF_ADD, bits, val_imm(64));
	ir_alu(f, BPF_LSH, value, val_reg(bits));
	unless(g, word, SIGNED_BIT, is_unsigned);
	ir_alu(f, BPF_ARSH, value, val_reg(bits));
	ir_jump(f, done);
	ir_bind(f, is_unsigned);
	ir_alu(f, BPF_RSH, value, val_reg(bits));
	ir_bind(f, done);
}

uint32_t gen_site_arg(struct pgen *g, unsigned int idx)
{
	struct ir_func *f = g->f;
	uint32_t line = line_addr(g), value = ir_reg(f), word = ir_reg(f), reg;
	uint32_t no_base = ir_label(f), no_index = ir_label(f);
	uint32_t is_wide = ir_label(f), no_memory = ir_label(f);

	ir_load(f, value, val_reg(line), 8 + (int32_t)idx * 16, 8);
	ir_load(f, word, val_reg(line), 16 + (int32_t)idx * 16, 8);
	unless(g, word, BASE_BIT, no_base);
	ir_alu(f, BPF_ADD, value, val_reg(context_word(g, word, BASE_SHIFT)));
	ir_bind(f, no_base);
	unless(g, word, INDEX_BIT, no_index);
	reg = context_word(g, word, INDEX_SHIFT);
	ir_alu(f, BPF_MUL, reg,
	       val_reg(field(g, word, SCALE_SHIFT, SIZE_MASK)));
	ir_alu(f, BPF_ADD, value, val_reg(reg));
	ir_bind(f, no_index);
	unless(g, word, ADDR32_BIT, is_wide);
	ir_zext32(f, value);
	ir_bind(f, is_wide);
	unless(g, word, MEM_BIT, no_memory);
	read_memory(g, value, word);
	ir_bind(f, no_memory);
	extend(g, value, word);
	return value;
}
