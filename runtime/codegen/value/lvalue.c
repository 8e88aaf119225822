/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The place of a variable or an element: a register (for a few this->), the map
 * of globals, the thread's block, an associative array, or the block of this->
 * variables. A place that may not exist (a thread's block, an element) has a
 * register that is then 0, and users of the place test it first.
 */
#include "lang/place.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

static struct place mem_place(struct mem mem)
{
	return (struct place){
		.reg = IR_NO_REG,
		.mem = mem,
		.absent = IR_NO_REG,
		.index = IR_NO_REG,
	};
}

static struct place this_place(struct pgen *g, const struct ident *ident)
{
	struct place place = mem_place(g->this.block);

	place.is_private = true;
	for (uint32_t i = 0; i < g->this.cnt; i++) {
		if (g->this.v[i].ident != ident)
			continue;
		place.reg = g->this.v[i].reg;
		place.mem = mem_at(place.mem, (int32_t)g->this.v[i].off);
	}
	return place;
}

/* @lost is IR_NO_REG for reading only. */
static struct place name_place(struct pgen *g, const struct ident *ident,
			       uint32_t lost)
{
	const struct gen_var *var;
	struct place place;
	uint32_t ptr;

	if (ident->kind == IDENT_THIS)
		return this_place(g, ident);
	var = gen_var_placed(g, ident);
	if (ident->kind == IDENT_GLOBAL)
		return mem_place((struct mem){
			.base = val_reg(ir_copy(g->f,
						val_map_value(MAP_GLOBALS, 0,
							      var->off))) });
	ptr = lost == IR_NO_REG ? gen_self_find(g) : gen_self_make(g, lost);
	place = mem_place(
		(struct mem){ .base = val_reg(ptr), .off = (int32_t)var->off });
	place.absent = lost == IR_NO_REG ? ptr : IR_NO_REG;
	return place;
}

/* -------------------------------------------------- elements and members */

/* The part of a value, relative to the whole. */
struct part {
	const struct node *whole;
	uint64_t off;	/* constant part of the offset */
	uint32_t index; /* computed part of the offset, or IR_NO_REG */
	uint32_t index_max, index_steps;
	struct bits bits;
};

static void add_index(struct pgen *g, struct part *part, uint32_t idx,
		      uint64_t cnt, uint32_t stride)
{
	struct ir_func *f = g->f;
	uint32_t ok = ir_label(f), reg = ir_copy(f, val_reg(idx));

	ir_branch(f, BPF_JLT, reg, val_imm((int64_t)cnt), ok);
	gen_fault(g, FAULT_BADINDEX, val_reg(reg));
	ir_bind(f, ok);
	ir_alu(f, BPF_MUL, reg, val_imm(stride));
	if (part->index != IR_NO_REG)
		ir_alu(f, BPF_ADD, reg, val_reg(part->index));
	part->index = reg;
	part->index_max += (uint32_t)(cnt - 1) * stride;
	part->index_steps |= stride;
}

static uint32_t stride_of(struct pgen *g, const struct node *node)
{
	if (node_variable(node) && gen_var_is_texts(node->type) &&
	    !gen_is_inner_string(node))
		return gen_elem_bytes(g->gen, gen_var_ident(node), node->type);
	return (uint32_t)type_size_bytes(node->type);
}

static struct part part_of(struct pgen *g, const struct node *node);

static struct part element_part(struct pgen *g, const struct node *node)
{
	const struct type *array = type_resolve(node->index.base->type);
	const struct node *key = node->index.keys;
	struct part part = part_of(g, node->index.base);
	uint32_t stride = stride_of(g, node);

	if (key->kind == NODE_INT)
		part.off += key->integer.value * stride;
	else
		add_index(g, &part, gen_expr(g, key), array->elem_cnt, stride);
	return part;
}

static struct part member_part(struct pgen *g, const struct node *node)
{
	struct part part = part_of(g, node->member.base);
	uint32_t offset_bits = 0;

	type_find_member(type_resolve(node->member.base->type),
			 node->member.name, &offset_bits);
	if (node->member.member->bitfield_bits)
		part.bits = gen_bits(node->member.member, offset_bits);
	else
		part.bits.off = offset_bits / 8;
	part.off += part.bits.off;
	return part;
}

static struct part part_of(struct pgen *g, const struct node *node)
{
	struct part part = { .whole = node, .index = IR_NO_REG };

	if (node->kind == NODE_MEMBER && !node->member.is_arrow)
		return member_part(g, node);
	if (node->kind == NODE_INDEX && !gen_is_assoc(node) &&
	    type_resolve(node->index.base->type)->kind == TYPE_ARRAY)
		return element_part(g, node);
	return part;
}

/* Returns the place of the value that the part belongs to. */
static struct place whole_place(struct pgen *g, const struct node *node,
				uint32_t lost)
{
	struct place place;
	struct mem key;
	uint32_t ptr;

	if (!gen_is_var(node)) {
		place = mem_place(gen_temp(g, node));
		place.is_private = true;
		return place;
	}
	if (!gen_is_assoc(node))
		return name_place(g, gen_var_ident(node), lost);
	key = gen_assoc_key(g, node);
	ptr = lost == IR_NO_REG ? gen_assoc_find(g, node, key) :
				  gen_assoc_make(g, node, key, lost);
	place = mem_place((struct mem){ .base = val_reg(ptr) });
	place.absent = lost == IR_NO_REG ? ptr : IR_NO_REG;
	return place;
}

static struct place find_place(struct pgen *g, const struct node *node,
			       uint32_t lost)
{
	struct part part = part_of(g, node);
	struct place place = whole_place(g, part.whole, lost);

	place.is_part = part.whole != node;
	if (!place.is_part)
		return place;
	place.part_off = (uint32_t)part.off;
	place.mem = mem_at(place.mem, (int32_t)part.off);
	place.index = part.index;
	place.index_max = part.index_max;
	place.index_steps = part.index_steps;
	place.bits = part.bits;
	if (!place.bits.field_bits)
		place.bits.size_bytes = (uint32_t)type_size_bytes(node->type);
	return place;
}

struct place gen_place(struct pgen *g, const struct node *node)
{
	return find_place(g, node, IR_NO_REG);
}

struct place gen_place_make(struct pgen *g, const struct node *node,
			    uint32_t lost)
{
	return find_place(g, node, lost);
}

/*
 * The index is compared again in the register that is added: kernels before
 * 5.16 forget its bounds if it was on the stack in between.
 */
struct mem gen_place_mem(struct pgen *g, const struct place *place)
{
	struct ir_func *f = g->f;
	uint32_t index, addr;

	if (place->index == IR_NO_REG)
		return gen_mem_near(g, place->mem);
	index = ir_copy(f, val_reg(place->index));
	ir_branch(f, BPF_JGT, index, val_imm(place->index_max),
		  g->firing.exit_label);
	addr = ir_copy(f, gen_mem_addr(g, place->mem));
	ir_alu(f, BPF_ADD, addr, val_reg(index));
	return (struct mem){ .base = val_reg(addr) };
}

uint32_t gen_place_address(struct pgen *g, const struct node *node)
{
	struct ir_func *f = g->f;
	struct place place = find_place(g, node, IR_NO_REG);
	uint32_t end = ir_label(f), addr = ir_copy(f, val_imm(0));

	/* from the address of an element the next one can be reached */
	gen_var_refuse_whole(g, node->kind == NODE_INDEX ? node->index.base :
							   node);
	gen_place_skip_absent(g, &place, end);
	ir_mov(f, addr, gen_mem_addr(g, gen_place_mem(g, &place)));
	/* swap twice: the verifier then takes it for a number, not a pointer */
	ir_bswap64(f, addr);
	ir_bswap64(f, addr);
	ir_bind(f, end);
	return addr;
}

void gen_place_skip_absent(struct pgen *g, const struct place *place,
			   uint32_t label)
{
	if (place->absent != IR_NO_REG)
		ir_branch(g->f, BPF_JEQ, place->absent, val_imm(0), label);
}
