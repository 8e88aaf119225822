/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Network addresses as text: inet_ntop(), inet_ntoa(), inet_ntoa6() and
 * link_ntop(). The in-kernel library writes a word with the length, then the
 * text.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

enum {
	INET4_BYTES = 4,
	INET6_BYTES = 16,
	INET4_TEXT_BYTES = 16, /* with the NUL */
	INET6_TEXT_BYTES = 48,
	LINK_TEXT_BYTES = 64,
	ADDR_BYTES_MAX = 32,
	TEXT_MEM_BYTES = 8 + 128 + 8, /* everything that text_add() can reach */
	/* values of Linux */
	FAMILY_INET = 2,
	FAMILY_INET6 = 10,
	LINK_ETHER = 1,
	LINK_ETHER_BYTES = 6,
	LINK_INFINIBAND = 32,
	LINK_INFINIBAND_BYTES = 20,
};

/* Returns a text with length 0 and room after the length. */
static struct text new_text(struct pgen *g)
{
	struct text text = text_new(g, TEXT_MEM_BYTES);

	gen_mem_store(g, text.mem, 8, val_imm(0));
	return text;
}

static void return_text(struct pgen *g, const struct text *text,
			struct mem dst, uint32_t bytes)
{
	uint32_t len = ir_reg(g->f), from;

	ir_load(g->f, len, text->mem.base, text->mem.off, 8);
	from = text_reg(g, val_reg(text->off));
	ir_alu(g->f, BPF_ADD, from, val_imm(8));
	text_return(g, dst, bytes, from, len);
}

/* Reads the bytes at an argument's address into scratch memory. */
static struct text read_addr(struct pgen *g, const struct node *arg,
			     struct ir_val bytes)
{
	struct text addr = text_new(g, ADDR_BYTES_MAX);

	gen_read(g, arg->space, addr.mem, bytes, gen_expr(g, arg));
	return addr;
}

static uint32_t load_addr(struct pgen *g, const struct text *addr, int32_t at,
			  uint8_t bytes)
{
	uint32_t reg = ir_reg(g->f);

	ir_load(g->f, reg, addr->mem.base, addr->mem.off + at, bytes);
	return reg;
}

/* ---------------------------------------------------------------- internet */

static void put_inet4(struct pgen *g, const struct text *text,
		      const struct text *addr)
{
	text_lib(g, inet4_text, val_reg(text->off),
		 val_reg(load_addr(g, addr, 0, INET4_BYTES)));
}

static void put_inet6(struct pgen *g, const struct text *text,
		      const struct text *addr, struct ir_val form)
{
	text_lib(g, inet6_text, val_reg(text->off),
		 val_reg(load_addr(g, addr, 0, 8)),
		 val_reg(load_addr(g, addr, 8, 8)), form);
}

static void string_inet_ntoa(struct pgen *g, const struct node *node,
			     struct mem dst, uint32_t bytes)
{
	struct text text = new_text(g), addr;

	addr = read_addr(g, node->call.args, val_imm(INET4_BYTES));
	put_inet4(g, &text, &addr);
	return_text(g, &text, dst, bytes);
}

static uint32_t bytes_inet4(const struct gen *gen, const struct node *node)
{
	(void)node;
	return text_room(gen, INET4_TEXT_BYTES);
}
const struct name_gen gen_subr_inet_ntoa = {
	.string = string_inet_ntoa,
	.string_bytes = bytes_inet4,
	.reads_args = true,
};

static void string_inet_ntoa6(struct pgen *g, const struct node *node,
			      struct mem dst, uint32_t bytes)
{
	const struct node *form = node->call.args->next;
	struct text text = new_text(g), addr;
	struct ir_val how = form ? val_reg(gen_expr(g, form)) : val_imm(1);

	addr = read_addr(g, node->call.args, val_imm(INET6_BYTES));
	put_inet6(g, &text, &addr, how);
	return_text(g, &text, dst, bytes);
}

static uint32_t bytes_inet6(const struct gen *gen, const struct node *node)
{
	(void)node;
	return text_room(gen, INET6_TEXT_BYTES);
}
const struct name_gen gen_subr_inet_ntoa6 = {
	.string = string_inet_ntoa6,
	.string_bytes = bytes_inet6,
	.reads_args = true,
};

/* The address is evaluated once, and before the family decides about its text. */
static void string_inet_ntop(struct pgen *g, const struct node *node,
			     struct mem dst, uint32_t bytes)
{
	uint32_t family = gen_expr(g, node->call.args), cnt;
	struct text text = new_text(g), addr;
	struct ir_func *f = g->f;
	uint32_t good = ir_label(f), six = ir_label(f), done = ir_label(f);

	cnt = ir_copy(f, val_imm(INET4_BYTES));
	ir_branch(f, BPF_JEQ, family, val_imm(FAMILY_INET), good);
	ir_mov(f, cnt, val_imm(INET6_BYTES));
	ir_branch(f, BPF_JEQ, family, val_imm(FAMILY_INET6), good);
	gen_fault(g, FAULT_ILLOP, val_imm(0));
	ir_bind(f, good);
	addr = read_addr(g, node->call.args->next, val_reg(cnt));
	ir_branch(f, BPF_JNE, cnt, val_imm(INET4_BYTES), six);
	put_inet4(g, &text, &addr);
	ir_jump(f, done);
	ir_bind(f, six);
	put_inet6(g, &text, &addr, val_imm(1));
	ir_bind(f, done);
	return_text(g, &text, dst, bytes);
}
const struct name_gen gen_subr_inet_ntop = {
	.string = string_inet_ntop,
	.string_bytes = bytes_inet6,
	.reads_args = true,
};

/* ------------------------------------------------------------------- links */

static void string_link_ntop(struct pgen *g, const struct node *node,
			     struct mem dst, uint32_t bytes)
{
	uint32_t kind = gen_expr(g, node->call.args), cnt, good;
	struct text text = new_text(g), addr;
	struct ir_func *f = g->f;

	good = ir_label(f);
	cnt = ir_copy(f, val_imm(LINK_ETHER_BYTES));
	ir_branch(f, BPF_JEQ, kind, val_imm(LINK_ETHER), good);
	ir_mov(f, cnt, val_imm(LINK_INFINIBAND_BYTES));
	ir_branch(f, BPF_JEQ, kind, val_imm(LINK_INFINIBAND), good);
	gen_fault(g, FAULT_ILLOP, val_imm(0));
	ir_bind(f, good);
	addr = read_addr(g, node->call.args->next, val_reg(cnt));
	text_lib(g, link_text, val_reg(text.off), val_reg(addr.off),
		 val_reg(cnt));
	return_text(g, &text, dst, bytes);
}

static uint32_t bytes_link(const struct gen *gen, const struct node *node)
{
	(void)node;
	return text_room(gen, LINK_TEXT_BYTES);
}
const struct name_gen gen_subr_link_ntop = {
	.string = string_link_ntop,
	.string_bytes = bytes_link,
	.reads_args = true,
};
