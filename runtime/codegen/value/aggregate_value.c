/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Values that are copied byte by byte: structs, unions, arrays, floating-point
 * numbers. They come from objects in memory, from variables and parts of them,
 * and through `?:`, `,` and `=`. A string can be converted to an array of
 * characters, truncated to what fits with a NUL.
 *
 *	s = *p			read to a temporary, then copied to s
 *	a[k] = s		built, then put into the map
 */
#include "lang/place.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

bool gen_is_bytes(const struct node *node)
{
	const struct type *type = type_resolve(node->type);

	return type->size_bytes && !type_is_scalar(type) &&
	       type->kind != TYPE_STRING && type->kind != TYPE_SYMADDR &&
	       type->kind != TYPE_USYMADDR && type->kind != TYPE_STACK;
}

static void var_bytes(struct pgen *g, const struct node *node, struct mem dst,
		      uint32_t bytes)
{
	uint32_t none = ir_label(g->f), end = ir_label(g->f);
	struct place place;

	if (gen_var_refuse_whole(g, node))
		return;
	place = gen_place(g, node);
	gen_place_skip_absent(g, &place, none);
	gen_copy(g, gen_place_mem(g, &place), dst, bytes);
	if (place.absent == IR_NO_REG) {
		ir_bind(g->f, none);
		return;
	}
	ir_jump(g->f, end);
	ir_bind(g->f, none);
	gen_zero(g, dst, bytes);
	ir_bind(g->f, end);
}

static void object_bytes(struct pgen *g, const struct node *node,
			 struct mem dst, uint32_t bytes)
{
	enum addr_space space = node_place_space(node);
	uint32_t addr = gen_address(g, node);

	gen_read(g, space, dst, val_imm(bytes), addr);
}

static void cond_bytes(struct pgen *g, const struct node *node, struct mem dst,
		       uint32_t bytes)
{
	uint32_t els = ir_label(g->f), end = ir_label(g->f);
	unsigned int known;

	gen_branch(g, node->cond.cond, false, els);
	known = g->firing.known;
	gen_bytes(g, node->cond.then, dst, bytes);
	ir_jump(g->f, end);
	ir_bind(g->f, els);
	g->firing.known = known;
	gen_bytes(g, node->cond.els, dst, bytes);
	ir_bind(g->f, end);
	g->firing.known = known;
}

void gen_bytes(struct pgen *g, const struct node *node, struct mem dst,
	       uint32_t bytes)
{
	if (node->kind == NODE_INT) {
		gen_zero(g, dst, bytes);
	} else if (node->kind == NODE_COND) {
		cond_bytes(g, node, dst, bytes);
	} else if (node->kind == NODE_COMMA) {
		gen_effect(g, node->binary.left);
		gen_bytes(g, node->binary.right, dst, bytes);
	} else if (node->kind == NODE_ASSIGN) {
		gen_assign_bytes(g, node, dst, bytes);
	} else if (node_is_place(node)) {
		object_bytes(g, node, dst, bytes);
	} else if (node->kind == NODE_NAME || node->kind == NODE_MEMBER ||
		   node->kind == NODE_INDEX) {
		var_bytes(g, node, dst, bytes);
	} else {
		pgen_error(g, node->loc, "this value can't be copied");
	}
}

struct mem gen_temp(struct pgen *g, const struct node *node)
{
	uint32_t bytes = (uint32_t)type_size_bytes(node->type);
	struct mem temp = type_is_aligned(node->type) ?
				  gen_mem(g, bytes) :
				  gen_scratch_mem(g, bytes + 8);

	gen_bytes(g, node, temp, bytes);
	return temp;
}

/* Converts a string to @bytes characters; the last one is always a NUL. */
static void text_bytes(struct pgen *g, const struct node *text, struct mem dst,
		       uint32_t bytes)
{
	uint32_t have = gen_string_bytes(g->gen, text);
	uint32_t temp_bytes = have > bytes ? have : (bytes + 7) & ~7u;
	struct mem temp = gen_mem(g, temp_bytes);

	gen_string(g, text, temp, temp_bytes);
	gen_mem_store(g, mem_at(temp, (int32_t)bytes - 1), 1, val_imm(0));
	gen_copy(g, temp, dst, bytes);
}

void gen_assigned(struct pgen *g, const struct node *node, struct mem dst,
		  uint32_t bytes)
{
	const struct node *right = node->binary.right;
	struct mem temp;

	if (gen_is_string(right)) {
		text_bytes(g, right, dst, bytes);
		return;
	}
	temp = gen_mem(g, bytes);
	gen_bytes(g, right, temp, bytes);
	gen_copy(g, temp, dst, bytes);
}
