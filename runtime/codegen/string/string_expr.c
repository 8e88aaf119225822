/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Strings. A string expression is generated into memory that the caller
 * provides (the record, a key, a temporary), and fills it: the text is followed
 * by NULs to the last byte, so that strings are compared word by word
 * (string_compare.c).
 */
#include <string.h>

#include "lang/builtin_flags.h"
#include "lang/place.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

bool gen_is_string(const struct node *node)
{
	return node->kind == NODE_STRING ||
		(node->type && type_is_string(node->type));
}

static uint32_t pad8(uint64_t bytes)
{
	return (uint32_t)((bytes + 7) & ~(uint64_t)7);
}

size_t gen_const_len(const struct gen *gen, const struct node *node)
{
	size_t len = strnlen(node->string.bytes, node->string.len);

	return len < gen->env.strsize_bytes ? len : gen->env.strsize_bytes - 1;
}

const struct node *strip_string_casts(const struct node *node)
{
	while (node->kind == NODE_CAST && gen_is_string(node->cast.operand))
		node = node->cast.operand;
	return node;
}

/* Returns the most bytes that a string at an address has, NUL included. */
static uint32_t text_bytes(const struct gen *gen, const struct node *cast)
{
	const struct type *from = type_resolve(cast->cast.operand->type);
	uint64_t most = gen->env.strsize_bytes;

	/* arrays of 0 or 1 element have unknown length */
	if (from->kind == TYPE_ARRAY &&
	    (from->elem_cnt > 1 || !node_is_place(cast->cast.operand)) &&
	    from->elem_cnt < most)
		most = from->elem_cnt + 1;
	return (uint32_t)most;
}

/* Copies the text of an array in a variable. */
static void read_own_text(struct pgen *g, const struct node *from,
			  struct mem dst, uint32_t most, uint32_t bytes)
{
	uint32_t end = ir_label(g->f);
	struct place place = gen_place(g, from);

	gen_zero(g, dst, bytes);
	gen_place_skip_absent(g, &place, end);
	ir_helper(g->f, probe_read_kernel_str, gen_mem_addr(g, dst),
		  val_imm(most),
		  gen_mem_addr(g, gen_place_mem(g, &place)));
	ir_bind(g->f, end);
}

static void read_text(struct pgen *g, const struct node *cast, struct mem dst,
		      uint32_t bytes)
{
	const struct node *from = cast->cast.operand;
	uint32_t most = text_bytes(g->gen, cast), addr;
	enum addr_space space = from->space;

	if (type_resolve(from->type)->kind == TYPE_ARRAY &&
	    !node_is_place(from)) {
		read_own_text(g, from, dst, most < bytes ? most : bytes,
			      bytes);
		return;
	}
	if (type_resolve(from->type)->kind == TYPE_ARRAY) {
		addr = gen_address(g, from);
		space = node_place_space(from);
	} else {
		addr = gen_expr(g, from);
	}
	most = most < bytes ? most : bytes;
	if (space == SPACE_USER) {
		gen_user_string(g, dst, bytes, val_imm(most), addr);
		return;
	}
	gen_zero(g, dst, bytes);
	gen_read_string(g, space, dst, most, addr);
}

uint32_t gen_string_bytes(const struct gen *gen, const struct node *node)
{
	const struct name_gen *name;
	uint32_t then, els;

	node = strip_string_casts(node);
	switch ((int)node->kind) {
	case NODE_CAST:
		return pad8(text_bytes(gen, node));
	case NODE_STRING:
		return pad8(gen_const_len(gen, node) + 1);
	case NODE_COND:
		then = gen_string_bytes(gen, node->cond.then);
		els = gen_string_bytes(gen, node->cond.els);
		return then > els ? then : els;
	case NODE_COMMA:
		return gen_string_bytes(gen, node->binary.right);
	case NODE_INT:
		return 8; /* assigned NULL */
	case NODE_ASSIGN:
		return gen_string_bytes(gen, node->binary.right);
	case NODE_INDEX:
	case NODE_MEMBER:
		if (gen_is_var(node))
			return gen_part_string_bytes(gen, node);
		break;
	case NODE_NAME:
	case NODE_CALL:
		if (gen_is_var(node))
			return gen_part_string_bytes(gen, node);
		name = gen_name(node);
		if (name && name->string_bytes)
			return name->string_bytes(gen, node);
		break;
	}
	return pad8(gen->env.strsize_bytes);
}

uint32_t gen_string_chars(const struct gen *gen, uint32_t bytes)
{
	uint32_t most = gen->env.strsize_bytes; /* @bytes is padded */

	return (bytes < most ? bytes : most) - 1;
}

uint64_t gen_const_word(const char *text, size_t len, size_t idx)
{
	uint64_t word = 0;

	if (idx * 8 < len)
		memcpy(&word, text + idx * 8,
		       len - idx * 8 < 8 ? len - idx * 8 : 8);
	return word;
}

static void store_const(struct pgen *g, const struct node *node, struct mem dst,
			uint32_t bytes)
{
	size_t len = gen_const_len(g->gen, node);

	if (len >= bytes)
		len = bytes - 1;
	for (uint32_t at = 0; at < bytes; at += 8)
		gen_mem_store(g, mem_at(dst, (int32_t)at), 8,
			      val_imm((int64_t)gen_const_word(
				      node->string.bytes, len, at / 8)));
}

static void string_cond(struct pgen *g, const struct node *node, struct mem dst,
			uint32_t bytes)
{
	uint32_t els = ir_label(g->f), end = ir_label(g->f);
	unsigned int known;

	gen_branch(g, node->cond.cond, false, els);
	known = g->firing.known;
	gen_string(g, node->cond.then, dst, bytes);
	ir_jump(g->f, end);
	ir_bind(g->f, els);
	g->firing.known = known;
	gen_string(g, node->cond.els, dst, bytes);
	ir_bind(g->f, end);
	g->firing.known = known;
}

void gen_string_copy(struct pgen *g, struct mem src, uint32_t src_bytes,
		     struct mem dst, uint32_t bytes)
{
	uint32_t both = src_bytes < bytes ? src_bytes : bytes;

	for (uint32_t at = 0; at < both; at += 8) {
		uint32_t word = ir_reg(g->f);

		ir_load(g->f, word, src.base, src.off + (int32_t)at, 8);
		gen_mem_store(g, mem_at(dst, (int32_t)at), 8, val_reg(word));
	}
	if (src_bytes > bytes)
		gen_mem_store(g, mem_at(dst, (int32_t)bytes - 1), 1,
			      val_imm(0));
	gen_zero(g, mem_at(dst, (int32_t)both), bytes - both);
}

void gen_string(struct pgen *g, const struct node *node, struct mem dst,
		uint32_t bytes)
{
	const struct name_gen *name;

	node = strip_string_casts(node);
	switch ((int)node->kind) {
	case NODE_CAST:
		read_text(g, node, dst, bytes);
		return;
	case NODE_STRING:
		store_const(g, node, dst, bytes);
		return;
	case NODE_COND:
		string_cond(g, node, dst, bytes);
		return;
	case NODE_COMMA:
		gen_effect(g, node->binary.left);
		gen_string(g, node->binary.right, dst, bytes);
		return;
	case NODE_ASSIGN:
		gen_assign_string(g, node, dst, bytes);
		return;
	case NODE_INDEX:
	case NODE_MEMBER:
	case NODE_NAME:
	case NODE_CALL:
		if (gen_is_var(node)) {
			gen_var_string(g, node, dst, bytes);
			return;
		}
		if (node->kind == NODE_INDEX || node->kind == NODE_MEMBER) {
			if (node_is_place(node))
				break;
			gen_var_string(g, node, dst, bytes);
			return;
		}
		name = gen_name(node);
		if (name && name->string) {
			name->string(g, node, dst, bytes);
			return;
		}
		break;
	}
	if (node_is_place(node)) {
		gen_zero(g, dst, bytes);
		gen_read_string(g, node_place_space(node), dst,
				gen_string_chars(g->gen, bytes) + 1,
				gen_address(g, node));
		return;
	}
	pgen_error(g, node->loc,
		   "internal error: cannot generate this string; "
		   "please report it");
}

static bool is_user_text(const struct node *node)
{
	return node->kind == NODE_CAST &&
	       type_resolve(node->cast.operand->type)->kind == TYPE_POINTER &&
	       node->cast.operand->space == SPACE_USER;
}

/* What the program's arguments point to is not copied for that. */
uint32_t gen_string_length_direct(struct pgen *g, const struct node *node)
{
	struct gen_temps temps = gen_temps_mark(g);
	struct ir_val args[2];
	uint32_t bytes, length;
	struct mem mem;

	node = strip_string_casts(node);
	if (calls_subr(node, SUBR_copyinstr))
		return gen_copyinstr_length(g, node);
	if (is_user_text(node)) {
		args[0] = val_reg(gen_expr(g, node->cast.operand));
		args[1] = val_imm(text_bytes(g->gen, node));
		return ir_call(g->f, CALL_HELPER, CODE_DIRECT_STRING_LENGTH,
			       args, 2);
	}
	bytes = gen_string_bytes(g->gen, node);
	mem = gen_mem(g, bytes);
	gen_string(g, node, mem, bytes);
	args[0] = gen_mem_addr(g, mem);
	args[1] = val_imm(bytes);
	length = ir_call(g->f, CALL_HELPER, CODE_DIRECT_LENGTH, args, 2);
	gen_temps_release(g, temps);
	return length;
}

/* Faults if the NUL at @addr is not the one that ends the text. */
static void check_nul(struct pgen *g, uint32_t addr, uint32_t reg, uint32_t idx,
		      uint32_t bad)
{
	struct ir_func *f = g->f;
	uint32_t ok = ir_label(f), before = ir_reg(f);

	ir_branch(f, BPF_JNE, reg, val_imm(0), ok);
	ir_branch(f, BPF_JEQ, idx, val_imm(0), ok);
	ir_load(f, before, val_reg(addr), -1, 1);
	ir_branch(f, BPF_JNE, before, val_imm(0), ok);
	ir_bind(f, bad);
	gen_fault(g, FAULT_BADINDEX, val_reg(idx));
	ir_bind(f, ok);
}

/* s[i]: NULs follow the text, up to strsize; one belongs to the text. */
uint32_t gen_string_char(struct pgen *g, const struct node *node)
{
	struct ir_func *f = g->f;
	const struct node *text = node->index.base, *key = node->index.keys;
	uint32_t bytes = gen_string_bytes(g->gen, text);
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t idx = ir_copy(f, val_reg(gen_expr(g, key)));
	/* the byte before the text exists but is ignored */
	struct mem temp = mem_at(gen_mem(g, bytes + 8), 8);
	uint32_t bad = ir_label(f), reg = ir_reg(f), addr;

	gen_mem_store(g, mem_at(temp, -8), 8, val_imm(0));
	gen_string(g, text, temp, bytes);
	ir_branch(f, BPF_JGE, idx, val_imm(bytes), bad);
	addr = ir_copy(f, gen_mem_addr(g, temp));
	ir_alu(f, BPF_ADD, addr, val_reg(idx));
	ir_load(f, reg, val_reg(addr), 0, 1);
	check_nul(g, addr, reg, idx, bad);
	gen_extend(g, reg, 1, true);
	gen_temps_release(g, temps);
	return reg;
}
