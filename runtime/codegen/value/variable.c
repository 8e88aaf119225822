/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading and changing variables. A variable that other firings can access is
 * changed by one atomic operation if the operator allows it (++ -- += -= &= |=
 * ^=); a carry beyond the type's width stays in the 8 bytes of the cell and is
 * truncated when the variable is read.
 *
 *	g++		lock add [globals + 8], 1
 *	self->t = 0	if (there is a block) [block + 0] = 0
 *
 * A string is built in memory of the clause first and then copied, so that `s =
 * f(s)` works and a fault leaves the variable unchanged.
 */
#include "lang/place.h"
#include "lang/walk.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/stack.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

bool gen_is_var(const struct node *node)
{
	return node_variable(node);
}

bool gen_is_inner_string(const struct node *node)
{
	while (node->kind == NODE_INDEX && !node_is_assoc(node))
		node = node->index.base;
	return node->kind == NODE_MEMBER;
}

bool gen_is_var_memory(const struct node *node)
{
	return gen_is_var(node) && !gen_is_assoc(node) &&
	       !type_is_scalar(node->type) &&
	       gen_var_ident(node)->kind != IDENT_SELF;
}

const struct ident *gen_var_ident(const struct node *node)
{
	return node_variable(node)->name.ident;
}

uint32_t gen_var_value(struct pgen *g, const struct node *node)
{
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t reg, end;
	struct place place;

	if (node == g->pinned.node)
		return g->pinned.reg;
	place = gen_place(g, node);
	if (place.absent == IR_NO_REG) {
		reg = gen_part_load(g, &place, node->type);
	} else {
		end = ir_label(g->f);
		reg = ir_copy(g->f, val_imm(0));
		gen_place_skip_absent(g, &place, end);
		ir_mov(g->f, reg,
		       val_reg(gen_part_load(g, &place, node->type)));
		ir_bind(g->f, end);
	}
	gen_temps_release(g, temps);
	return reg;
}

/* -------------------------------------------------------------------- plain */

static bool is_zero(const struct node *node)
{
	return node->kind == NODE_INT && !node->integer.value;
}

/*
 * Stores an element's value. If @is_known, it is not 0; else it may be 0, which
 * deletes the element.
 */
static void assign_element(struct pgen *g, const struct node *left,
			   uint32_t value, bool is_known)
{
	struct ir_func *f = g->f;
	uint32_t done = ir_label(f), make = ir_label(f), put = ir_label(f), hit;
	struct mem key = gen_assoc_key(g, left), temp = gen_frame_mem(g, 8);

	if (!is_known) {
		ir_branch(f, BPF_JNE, value, val_imm(0), put);
		gen_assoc_free(g, left, key);
		ir_jump(f, done);
		ir_bind(f, put);
	}
	hit = gen_assoc_find(g, left, key);
	ir_branch(f, BPF_JEQ, hit, val_imm(0), make);
	ir_store(f, val_reg(hit), 0, 8, val_reg(value));
	ir_jump(f, done);
	ir_bind(f, make);
	gen_mem_store(g, temp, 8, val_reg(value));
	gen_assoc_put(g, left, key, temp);
	ir_bind(f, done);
}

/* Returns the size of a value that is not a number. */
static uint32_t value_bytes(struct pgen *g, const struct node *node)
{
	if (gen_is_inner_string(node) && gen_is_string(node))
		return (uint32_t)type_size_bytes(node->type);
	if (gen_is_string(node))
		return gen_var_string_bytes(g->gen, gen_var_ident(node));
	if (gen_is_pc(node))
		return gen_pc_bytes(g->gen, node);
	if (gen_var_is_texts(node->type) && !gen_is_inner_string(node))
		return gen_elem_bytes(g->gen, gen_var_ident(node), node->type);
	return (uint32_t)type_size_bytes(node->type);
}

/* Clears memory at any address; on the stack, stores must be aligned. */
static void gen_zero_any(struct pgen *g, struct mem mem, uint32_t bytes)
{
	if (mem.base.kind == VAL_FRAME || bytes <= 256)
		gen_zero(g, mem, bytes);
	else
		gen_zero(g, (struct mem){ .base = gen_mem_addr(g, mem) },
			 bytes);
}

/*
 * Stores 0 without creating anything. In a traced program it also counts as a
 * value that the thread has set there (CODE_DIRECT_SELF_SET).
 */
static void assign_zero(struct pgen *g, const struct node *left)
{
	uint32_t done = ir_label(g->f);
	struct place place;

	if (gen_is_assoc(left)) {
		gen_assoc_free(g, left, gen_assoc_key(g, left));
		return;
	}
	place = g->abi->context == ABI_DIRECT ?
		gen_place_make(g, left, done) :
		gen_place(g, left);
	gen_place_skip_absent(g, &place, done);
	if (type_is_scalar(left->type))
		gen_part_store(g, &place, val_imm(0));
	else
		gen_zero_any(g, gen_place_mem(g, &place),
			     value_bytes(g, left));
	ir_bind(g->f, done);
}

static uint32_t assign_value(struct pgen *g, const struct node *node)
{
	const struct node *left = node->binary.left;
	const struct node *right = node->binary.right;
	uint32_t lost = ir_label(g->f), value = gen_expr(g, right);
	struct place place;

	if (gen_is_assoc(left)) {
		assign_element(g, left, value, right->kind == NODE_INT);
		return value;
	}
	place = gen_place_make(g, left, lost);
	gen_part_store(g, &place, val_reg(value));
	ir_bind(g->f, lost);
	if (place.is_part && place.bits.field_bits) {
		value = ir_copy(g->f, val_reg(value));
		gen_part_cut(g, &place, value, left->type);
	}
	return value;
}

/* ------------------------------------------------------------------ strings */

/* Stores a string in a struct, with strsize bytes at any address. */
static void store_inner(struct pgen *g, const struct node *left,
			struct mem src, uint32_t src_bytes)
{
	uint32_t bytes = (uint32_t)type_size_bytes(left->type);
	uint32_t lost = ir_label(g->f);
	struct mem value = src;
	struct place place;

	if (src_bytes < bytes) {
		value = gen_mem(g, bytes);
		gen_string_copy(g, src, src_bytes, value, (bytes + 7) & ~7u);
	}
	gen_mem_store(g, mem_at(value, (int32_t)bytes - 1), 1, val_imm(0));
	place = gen_place_make(g, left, lost);
	gen_copy(g, value, gen_place_mem(g, &place), bytes);
	ir_bind(g->f, lost);
}

static void inner_string(struct pgen *g, const struct node *node,
			 struct mem dst, uint32_t bytes)
{
	uint32_t have = (uint32_t)type_size_bytes(node->type);
	uint32_t end = ir_label(g->f);
	struct place place = gen_place(g, node);

	gen_zero(g, dst, bytes);
	gen_place_skip_absent(g, &place, end);
	ir_helper(g->f, probe_read_kernel_str, gen_mem_addr(g, dst),
		  val_imm(bytes < have ? bytes : have),
		  gen_mem_addr(g, gen_place_mem(g, &place)));
	ir_bind(g->f, end);
}

/* Fills the variable from a string in memory. */
static void store_string(struct pgen *g, const struct node *left,
			 struct mem src, uint32_t src_bytes)
{
	uint32_t bytes = gen_part_string_bytes(g->gen, left);
	uint32_t lost = ir_label(g->f);
	struct place place;
	struct mem value;

	if (gen_is_assoc(left)) {
		value = src;
		if (src_bytes < bytes) {
			value = gen_mem(g, bytes);
			gen_string_copy(g, src, src_bytes, value, bytes);
		}
		gen_assoc_put(g, left, gen_assoc_key(g, left), value);
		return;
	}
	if (gen_is_inner_string(left)) {
		store_inner(g, left, src, src_bytes);
		return;
	}
	place = gen_place_make(g, left, lost);
	gen_string_copy(g, src, src_bytes, gen_place_mem(g, &place), bytes);
	ir_bind(g->f, lost);
}

static void assign_string(struct pgen *g, const struct node *node)
{
	const struct node *left = node->binary.left;
	const struct node *right = node->binary.right;
	uint32_t bytes = gen_part_string_bytes(g->gen, left);
	uint32_t lost = ir_label(g->f);
	struct place place;
	struct mem temp;

	if (strip_casts(right)->kind == NODE_STRING && !gen_is_assoc(left) &&
	    !gen_is_inner_string(left)) {
		place = gen_place_make(g, left, lost);
		gen_string(g, right, gen_place_mem(g, &place), bytes);
		ir_bind(g->f, lost);
		return;
	}
	temp = gen_mem(g, bytes);
	gen_string(g, right, temp, bytes);
	store_string(g, left, temp, bytes);
}

void gen_var_string(struct pgen *g, const struct node *node, struct mem dst,
		    uint32_t bytes)
{
	uint32_t have, none, end;
	struct place place;

	if (gen_is_inner_string(node) || !gen_is_var(node)) {
		inner_string(g, node, dst, bytes);
		return;
	}
	have = gen_var_string_bytes(g->gen, gen_var_ident(node));
	none = ir_label(g->f);
	end = ir_label(g->f);
	place = gen_place(g, node);
	gen_place_skip_absent(g, &place, none);
	gen_string_copy(g, gen_place_mem(g, &place), have, dst, bytes);
	if (place.absent != IR_NO_REG) {
		ir_jump(g->f, end);
		ir_bind(g->f, none);
		gen_zero(g, dst, bytes);
		ir_bind(g->f, end);
	}
}

void gen_assign_string(struct pgen *g, const struct node *node, struct mem dst,
		       uint32_t bytes)
{
	const struct node *left = node->binary.left;
	uint32_t have = (uint32_t)type_size_bytes(left->type), addr;

	if (node_is_place(left)) {
		addr = gen_store(g, node);
		gen_zero(g, dst, bytes);
		gen_read_string(g, node_place_space(left), dst,
				bytes < have ? bytes : have, addr);
		return;
	}
	if (is_zero(node->binary.right)) {
		assign_zero(g, left);
		gen_zero(g, dst, bytes);
		return;
	}
	gen_string(g, node->binary.right, dst, bytes);
	store_string(g, left, dst, bytes);
}

/* ------------------------------------------------------------------ compound */

static bool atomic_code(enum op op, uint8_t *code_ret)
{
	static const struct {
		enum op op;
		uint8_t code;
	} codes[] = {
		{ OP_ADD, BPF_ADD }, { OP_SUB, BPF_ADD }, { OP_AND, BPF_AND },
		{ OP_OR, BPF_OR },   { OP_XOR, BPF_XOR },
	};

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		if (codes[i].op != op)
			continue;
		*code_ret = codes[i].code;
		return true;
	}
	return false;
}

/*
 * Changes a place by one atomic operation. If @is_wanted, returns the new
 * value, or the old one if @is_old. A register variable is truncated to its
 * type here, because reading it does not.
 */
static uint32_t change(struct pgen *g, const struct node *left, uint8_t code,
		       uint32_t operand, bool is_wanted, bool is_old)
{
	struct ir_func *f = g->f;
	uint32_t lost = ir_label(f), value, old;
	struct place place;

	value = ir_copy(f, val_imm(0));
	place = gen_place_make(g, left, lost);
	old = gen_part_update(g, &place, code, operand, is_wanted);
	if (place.reg != IR_NO_REG)
		gen_part_cut(g, &place, place.reg, left->type);
	if (is_wanted) {
		ir_mov(f, value, val_reg(old));
		if (!is_old)
			ir_alu(f, code, value, val_reg(operand));
		gen_part_cut(g, &place, value, left->type);
	}
	ir_bind(f, lost);
	return value;
}

/* Reads, computes, writes: not safe against concurrent changes. */
static uint32_t replace(struct pgen *g, const struct node *node)
{
	struct ir_func *f = g->f;
	const struct node *left = node->binary.left, *pinned = g->pinned.node;
	uint32_t pinned_reg = g->pinned.reg, lost = ir_label(f), value, old;
	struct place place;
	unsigned int known;

	value = ir_copy(f, val_imm(0));
	place = gen_place_make(g, left, lost);
	known = g->firing.known;
	old = gen_part_load(g, &place, left->type);
	g->pinned.node = left;
	g->pinned.reg = old;
	ir_mov(f, value, val_reg(gen_expr(g, node->binary.right)));
	g->pinned.node = pinned;
	g->pinned.reg = pinned_reg;
	gen_part_store(g, &place, val_reg(value));
	if (place.is_part && place.bits.field_bits)
		gen_part_cut(g, &place, value, left->type);
	ir_bind(f, lost);
	g->firing.known = known;
	return value;
}

static void find_change(const struct node *node, void *arg)
{
	if (node_changes(node))
		*(bool *)arg = true;
}

struct name_search {
	const struct ident *ident;
	bool is_found;
};

static void find_name(const struct node *node, void *arg)
{
	struct name_search *search = arg;

	if (node->kind == NODE_NAME && node->name.ident == search->ident)
		search->is_found = true;
}

struct change_search {
	const struct node *left;
	bool is_found;
};

static void find_change_of_left(const struct node *node, void *arg)
{
	struct change_search *search = arg;
	const struct node *target = node_changes(node);
	struct name_search name = { 0 };

	if (!target)
		return;
	if (gen_is_var(target)) {
		name.ident = gen_var_ident(target);
		node_walk(search->left, find_name, &name);
	}
	/* through a pointer anything may change */
	search->is_found |= name.is_found || !name.ident;
}

/*
 * Does the order of both sides of an assignment matter, because one changes
 * what the other reads? The left side is read before the operand is evaluated.
 */
static bool is_order_seen(const struct node *left, const struct node *operand)
{
	struct change_search search = { .left = left };
	bool left_changes = false;

	node_walk(left, find_change, &left_changes);
	node_walk(operand, find_change_of_left, &search);
	return left_changes || search.is_found;
}

static uint32_t compound(struct pgen *g, const struct node *node,
			 bool is_wanted)
{
	const struct node *left = node->binary.left;
	const struct node *binary = strip_casts(node->binary.right);
	uint32_t operand;
	uint8_t code;

	if (binary->kind != NODE_BINARY ||
	    binary->binary.op != node->binary.op ||
	    strip_casts(binary->binary.left) != left ||
	    type_resolve(left->type)->is_bool ||
	    is_order_seen(left, binary->binary.right) ||
	    !atomic_code(node->binary.op, &code))
		return replace(g, node);
	operand = gen_expr(g, binary->binary.right);
	if (node->binary.op == OP_SUB) {
		operand = ir_copy(g->f, val_reg(operand));
		ir_neg(g->f, operand);
	}
	return change(g, left, code, operand, is_wanted, false);
}

/*
 * Assigns a struct, an array or a stack; builds it first, because it may use
 * the variable. Returns where it was built.
 */
static struct mem assign_bytes(struct pgen *g, const struct node *node)
{
	const struct node *left = node->binary.left;
	uint32_t bytes = value_bytes(g, left), lost = ir_label(g->f);
	uint32_t all_bytes = gen_is_assoc(left) ?
				     gen_var_bytes(g->gen, gen_var_ident(left)) :
				     bytes;
	struct mem temp = gen_mem(g, all_bytes);
	struct place place;

	if (gen_var_refuse_whole(g, left))
		return temp;
	gen_zero(g, mem_at(temp, (int32_t)(bytes & ~7u)),
		 ((all_bytes + 7) & ~7u) - (bytes & ~7u));
	if (gen_is_pc(left)) {
		gen_pc_check_key(g, node->binary.right);
		gen_pc(g, node->binary.right, temp, bytes);
	} else if (gen_is_string(node->binary.right))
		gen_assigned(g, node, temp, bytes);
	else
		gen_bytes(g, node->binary.right, temp, bytes);
	if (gen_is_assoc(left)) {
		gen_assoc_put(g, left, gen_assoc_key(g, left), temp);
		return temp;
	}
	place = gen_place_make(g, left, lost);
	gen_copy(g, temp, gen_place_mem(g, &place), bytes);
	ir_bind(g->f, lost);
	return temp;
}

void gen_assign_bytes(struct pgen *g, const struct node *node, struct mem dst,
		      uint32_t bytes)
{
	const struct node *left = node->binary.left;

	if (node_is_place(left)) {
		gen_read(g, node_place_space(left), dst, val_imm(bytes),
			 gen_store(g, node));
	} else if (is_zero(node->binary.right)) {
		assign_zero(g, left);
		gen_zero(g, dst, bytes);
	} else {
		gen_copy(g, assign_bytes(g, node), dst, bytes);
	}
}

/*
 * Builds the string with the new character and assigns it. A NUL ends it:
 * everything after the text is cleared.
 */
static uint32_t assign_character(struct pgen *g, const struct node *node)
{
	const struct node *left = node->binary.left, *text = left->index.base;
	uint32_t bytes = gen_string_bytes(g->gen, text), ok = ir_label(g->f);
	uint32_t most = gen_string_chars(g->gen, bytes);
	struct mem temp = gen_mem(g, bytes), clean = gen_mem(g, bytes);
	uint32_t idx, value, addr;

	idx = ir_copy(g->f, val_reg(gen_expr(g, left->index.keys)));
	value = gen_expr(g, node->binary.right);
	ir_branch(g->f, BPF_JLT, idx, val_imm(most), ok);
	gen_fault(g, FAULT_BADINDEX, val_reg(idx));
	ir_bind(g->f, ok);
	gen_string(g, text, temp, bytes);
	ir_branch(g->f, BPF_JGT, idx, val_imm(bytes - 1), g->firing.exit_label);
	addr = ir_copy(g->f, gen_mem_addr(g, temp));
	ir_alu(g->f, BPF_ADD, addr, val_reg(idx));
	ir_store(g->f, val_reg(addr), 0, 1, val_reg(value));
	gen_zero(g, clean, bytes);
	ir_helper(g->f, probe_read_kernel_str, gen_mem_addr(g, clean),
		  val_imm(bytes), gen_mem_addr(g, temp));
	if (node_is_place(text))
		gen_store_text(g, text, clean, bytes);
	else
		store_string(g, text, clean, bytes);
	return value;
}

uint32_t gen_assign(struct pgen *g, const struct node *node, bool is_wanted)
{
	if (node_is_character(node->binary.left))
		return assign_character(g, node);
	if (node->binary.op != OP_ASSIGN)
		return compound(g, node, is_wanted);
	if (is_zero(node->binary.right)) {
		assign_zero(g, node->binary.left);
		return is_wanted ? ir_copy(g->f, val_imm(0)) : IR_NO_REG;
	}
	if (type_is_scalar(node->binary.left->type))
		return assign_value(g, node);
	if (gen_is_string(node->binary.left))
		assign_string(g, node);
	else
		assign_bytes(g, node);
	return is_wanted ? ir_copy(g->f, val_imm(0)) : IR_NO_REG;
}

uint32_t gen_increment(struct pgen *g, const struct node *node, bool is_wanted)
{
	const struct type *type = type_resolve(node->type);
	int64_t step = type->kind == TYPE_POINTER ?
		(int64_t)type_size_bytes(type->target) :
		1;

	if (type->is_bool) /* _Bool holds 0 or 1: 0 - 1 gives 1 */
		return change(g, node->unary.operand,
			      node->unary.op == OP_DEC ? BPF_XOR : BPF_OR,
			      ir_copy(g->f, val_imm(1)), is_wanted,
			      node->unary.is_postfix);
	if (node->unary.op == OP_DEC)
		step = -step;
	return change(g, node->unary.operand, BPF_ADD,
		      ir_copy(g->f, val_imm(step)), is_wanted,
		      node->unary.is_postfix);
}
