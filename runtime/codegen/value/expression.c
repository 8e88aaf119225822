/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Integer expressions -> registers, and conditions -> branches. The checker
 * made every conversion a NODE_CAST, so the operands of an operator have one
 * type and only a cast changes a width.
 */
#include "lang/place.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/stack.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

const struct node *strip_casts(const struct node *node)
{
	while (node->kind == NODE_CAST)
		node = node->cast.operand;
	return node;
}

static uint32_t dummy(struct pgen *g)
{
	return ir_copy(g->f, val_imm(0));
}

/* Returns 0 or 1 for a condition. */
static uint32_t truth(struct pgen *g, const struct node *node)
{
	uint32_t reg = ir_reg(g->f), no = ir_label(g->f), end = ir_label(g->f);

	gen_branch(g, node, false, no);
	ir_mov(g->f, reg, val_imm(1));
	ir_jump(g->f, end);
	ir_bind(g->f, no);
	ir_mov(g->f, reg, val_imm(0));
	ir_bind(g->f, end);
	return reg;
}

static uint32_t gen_cond_value(struct pgen *g, const struct node *node)
{
	struct ir_func *f = g->f;
	uint32_t reg = ir_reg(f), els = ir_label(f), end = ir_label(f);
	unsigned int known;

	gen_branch(g, node->cond.cond, false, els);
	known = g->firing.known;
	ir_mov(f, reg, val_reg(gen_expr(g, node->cond.then)));
	ir_jump(f, end);
	ir_bind(f, els);
	g->firing.known = known;
	ir_mov(f, reg, val_reg(gen_expr(g, node->cond.els)));
	ir_bind(f, end);
	g->firing.known = known;
	return reg;
}

/* Is each value of @from, as stored in a register, one of @to? */
static bool is_contained(const struct type *from, const struct type *to)
{
	if (to->size_bytes >= 8)
		return true;
	if (type_is_signed(to) == type_is_signed(from))
		return from->size_bytes <= to->size_bytes;
	return type_is_signed(to) && from->size_bytes < to->size_bytes;
}

static uint32_t gen_cast(struct pgen *g, const struct node *node)
{
	const struct type *to = type_resolve(node->type);
	const struct type *from = type_resolve(node->cast.operand->type);
	uint32_t reg;

	if (to->kind == TYPE_VOID) {
		gen_effect(g, node->cast.operand);
		return dummy(g);
	}
	if (from->kind == TYPE_ARRAY || from->kind == TYPE_FUNCTION)
		return gen_address(g, node->cast.operand);
	if (to->is_bool)
		return truth(g, node->cast.operand);
	reg = gen_expr(g, node->cast.operand);
	if (is_contained(from, to))
		return reg;
	reg = ir_copy(g->f, val_reg(reg));
	gen_extend(g, reg, (uint32_t)to->size_bytes, type_is_signed(to));
	return reg;
}

static uint32_t gen_unary(struct pgen *g, const struct node *node)
{
	const struct type *type = type_resolve(node->type);
	enum op op = node->unary.op;
	uint32_t reg;

	if (op == OP_NOT)
		return truth(g, node);
	if (op == OP_DEREF)
		return gen_load(g, node);
	if (op == OP_ADDROF)
		return gen_address(g, node->unary.operand);
	if (op == OP_INC || op == OP_DEC)
		return node_is_place(node->unary.operand) ?
			gen_step(g, node) :
			gen_increment(g, node, true);
	reg = gen_expr(g, node->unary.operand);
	if (op == OP_PLUS)
		return reg;
	reg = ir_copy(g->f, val_reg(reg));
	if (op == OP_NEG)
		ir_neg(g->f, reg);
	else if (op == OP_COMPL)
		ir_alu(g->f, BPF_XOR, reg, val_imm(-1));
	else
		pgen_error(g, node->loc,
			   "internal error: cannot generate this operator; "
			   "please report it");
	gen_extend(g, reg, (uint32_t)type->size_bytes, type_is_signed(type));
	return reg;
}

static uint32_t gen_name_value(struct pgen *g, const struct node *node)
{
	const struct name_gen *name = gen_name(node);
	const struct ident *ident =
		node->kind == NODE_NAME ? node->name.ident : NULL;

	if (gen_is_var(node))
		return gen_var_value(g, node);
	if (name && name->value)
		return name->value(g, node);
	if (ident && ident->kind == IDENT_ENUMERATOR)
		return ir_copy(g->f, val_imm(ident->enum_value));
	if (ident && ident->kind == IDENT_INLINE && ident->inline_body)
		return gen_expr(g, ident->inline_body);
	pgen_error(g, node->loc, "internal error: cannot generate \"%s\"; "
				 "please report it",
		   node->kind == NODE_NAME ? node->name.name : node->call.name);
	return dummy(g);
}

static uint32_t gen_sizeof(struct pgen *g, const struct node *node)
{
	const struct type *of =
		node->size.of ? node->size.of : node->size.operand->type;

	return ir_copy(g->f, val_imm((int64_t)type_resolve(of)->size_bytes));
}

static bool is_condition(enum op op)
{
	return (op >= OP_LT && op <= OP_NE) || op == OP_LAND || op == OP_LOR ||
		op == OP_LXOR;
}

uint32_t gen_expr(struct pgen *g, const struct node *node)
{
	switch (node->kind) {
	case NODE_INT:
		return ir_copy(g->f, val_imm((int64_t)node->integer.value));
	case NODE_NAME:
	case NODE_CALL:
		return node_is_place(node) ? gen_load(g, node) :
					     gen_name_value(g, node);
	case NODE_UNARY:
		return gen_unary(g, node);
	case NODE_BINARY:
		return is_condition(node->binary.op) ? truth(g, node) :
						       gen_binary(g, node);
	case NODE_COND:
		return gen_cond_value(g, node);
	case NODE_COMMA:
		gen_effect(g, node->binary.left);
		return gen_expr(g, node->binary.right);
	case NODE_CAST:
		return gen_cast(g, node);
	case NODE_SIZEOF:
		return gen_sizeof(g, node);
	case NODE_INDEX:
		if (gen_is_regs(node))
			return gen_regs(g, node);
		if (gen_is_string(node->index.base))
			return gen_string_char(g, node);
		return node_is_place(node) ? gen_load(g, node) :
					     gen_var_value(g, node);
	case NODE_MEMBER:
		return node_is_place(node) ? gen_load(g, node) :
					     gen_var_value(g, node);
	case NODE_ASSIGN:
		return node_is_place(node->binary.left) ?
			gen_store(g, node) :
			gen_assign(g, node, true);
	case NODE_STRING:
	case NODE_AGG:
	case NODE_OFFSETOF:
	case NODE_XLATE:
	case NODE_EXPR_STMT:
	case NODE_AGG_STMT:
	case NODE_IF_STMT:
	case NODE_BLOCK_STMT:
		break;
	}
	pgen_error(g, node->loc,
		   "internal error: cannot generate this expression; "
		   "please report it");
	return dummy(g);
}

/* Evaluates an expression whose value is unused, because it can fault. */
void gen_effect(struct pgen *g, const struct node *node)
{
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t bytes;

	if (gen_is_pc(node) && node->kind != NODE_ASSIGN) {
		bytes = gen_pc_bytes(g->gen, node);
		gen_pc(g, node, gen_mem(g, bytes), bytes);
		gen_temps_release(g, temps);
		return;
	}
	if (node->kind == NODE_ASSIGN) {
		if (node_is_place(node->binary.left))
			gen_store(g, node);
		else
			gen_assign(g, node, false);
		return;
	}
	if (node->kind == NODE_UNARY &&
	    (node->unary.op == OP_INC || node->unary.op == OP_DEC) &&
	    !node_is_place(node->unary.operand)) {
		gen_increment(g, node, false);
		return;
	}
	if (gen_is_bytes(node) && node->kind != NODE_ASSIGN &&
	    !node_is_place(node)) {
		gen_temp(g, node);
		gen_temps_release(g, temps);
		return;
	}
	if (!gen_is_string(node)) {
		gen_expr(g, node);
		return;
	}
	bytes = gen_string_bytes(g->gen, node);
	gen_string(g, node, gen_mem(g, bytes), bytes);
	gen_temps_release(g, temps);
}

/* -------------------------------------------------------------- conditions */

static void branch_and(struct pgen *g, const struct node *left,
		       const struct node *right, bool sense, uint32_t label)
{
	unsigned int known;

	if (!sense) {
		gen_branch(g, left, false, label);
		known = g->firing.known;
		gen_branch(g, right, false, label);
		g->firing.known = known;
	} else {
		uint32_t no = ir_label(g->f);

		gen_branch(g, left, false, no);
		known = g->firing.known;
		gen_branch(g, right, true, label);
		ir_bind(g->f, no);
		g->firing.known = known;
	}
}

static void branch_or(struct pgen *g, const struct node *left,
		      const struct node *right, bool sense, uint32_t label)
{
	unsigned int known;

	if (sense) {
		gen_branch(g, left, true, label);
		known = g->firing.known;
		gen_branch(g, right, true, label);
		g->firing.known = known;
	} else {
		uint32_t yes = ir_label(g->f);

		gen_branch(g, left, true, yes);
		known = g->firing.known;
		gen_branch(g, right, false, label);
		ir_bind(g->f, yes);
		g->firing.known = known;
	}
}

static void branch_xor(struct pgen *g, const struct node *node, bool sense,
		       uint32_t label)
{
	uint32_t left = truth(g, node->binary.left);
	uint32_t right = truth(g, node->binary.right);

	ir_branch(g->f, sense ? BPF_JNE : BPF_JEQ, left, val_reg(right), label);
}

static bool is_string_compare(const struct node *node)
{
	return gen_is_string(node->binary.left) ||
		gen_is_string(node->binary.right);
}

static void branch_compare(struct pgen *g, const struct node *node, bool sense,
			   uint32_t label)
{
	static const enum op inverse[OP_CNT] = {
		[OP_LT] = OP_GE, [OP_GE] = OP_LT, [OP_GT] = OP_LE,
		[OP_LE] = OP_GT, [OP_EQ] = OP_NE, [OP_NE] = OP_EQ,
	};
	const struct node *right = node->binary.right;
	enum op op = sense ? node->binary.op : inverse[node->binary.op];
	bool is_signed = type_is_signed(type_resolve(node->binary.left->type));
	uint32_t a;
	struct ir_val b;

	if (is_string_compare(node)) {
		gen_string_branch(g, node, sense, label);
		return;
	}
	a = gen_expr(g, node->binary.left);
	if (right->kind == NODE_INT)
		b = val_imm((int64_t)right->integer.value);
	else
		b = val_reg(gen_expr(g, right));
	ir_branch(g->f, gen_compare_code(op, is_signed), a, b, label);
}

void gen_branch(struct pgen *g, const struct node *node, bool sense,
		uint32_t label)
{
	if (node->kind == NODE_UNARY && node->unary.op == OP_NOT) {
		gen_branch(g, node->unary.operand, !sense, label);
		return;
	}
	if (node->kind == NODE_BINARY && is_condition(node->binary.op)) {
		const struct node *l = node->binary.left;
		const struct node *r = node->binary.right;

		if (node->binary.op == OP_LAND)
			branch_and(g, l, r, sense, label);
		else if (node->binary.op == OP_LOR)
			branch_or(g, l, r, sense, label);
		else if (node->binary.op == OP_LXOR)
			branch_xor(g, node, sense, label);
		else
			branch_compare(g, node, sense, label);
		return;
	}
	if (node->kind == NODE_INT) {
		if (!!node->integer.value == sense)
			ir_jump(g->f, label);
		return;
	}
	ir_branch(g->f, sense ? BPF_JNE : BPF_JEQ, gen_expr(g, node),
		  val_imm(0), label);
}
