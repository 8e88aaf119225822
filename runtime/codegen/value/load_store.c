/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Objects (lang/place.h): their addresses, and reading them. Every pointer,
 * also to scratch memory, is a number that is checked when it is used. The
 * address space decides how to read:
 *
 *	kernel	bpf_probe_read_kernel(): refuses user addresses, returns
 *		an error for unmapped ones
 *	user	bpf_probe_read_user(), with the page brought in if needed
 *	scratch	directly, after comparing with what the firing allocated
 *
 * A read that fails is a fault BADADDR with the address.
 */
#include "lang/place.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

/* An object at address + off, with its bits if it is a bit-field. */
struct object {
	uint32_t addr;	     /* register */
	int64_t off;
	uint32_t size_bytes; /* to read */
	uint32_t shift_bits; /* of the field in the bytes read */
	uint32_t field_bits; /* 0: not a bit-field */
};

static struct object object_of(struct pgen *g, const struct node *node);

struct bits gen_bits(const struct type_member *member, uint32_t offset_bits)
{
	uint32_t unit_bits = (uint32_t)type_size_bytes(member->type) * 8;
	uint32_t begin_bits = offset_bits / unit_bits * unit_bits;

	if (offset_bits - begin_bits + member->bitfield_bits > unit_bits) {
		/* packed: as few bytes as hold it, and none after it */
		uint32_t end_bits =
			(offset_bits + member->bitfield_bits + 7) / 8 * 8;

		for (unit_bits = 16; unit_bits < end_bits - offset_bits / 8 * 8;)
			unit_bits *= 2;
		begin_bits = end_bits > unit_bits ? end_bits - unit_bits : 0;
	}
	return (struct bits){
		.off = begin_bits / 8,
		.size_bytes = unit_bits / 8,
		.shift_bits = offset_bits - begin_bits,
		.field_bits = member->bitfield_bits,
	};
}

static void add_bitfield(struct object *obj, const struct type_member *member,
			 uint32_t offset_bits)
{
	struct bits bits = gen_bits(member, offset_bits);

	obj->off += bits.off;
	obj->size_bytes = bits.size_bytes;
	obj->shift_bits = bits.shift_bits;
	obj->field_bits = bits.field_bits;
}

static struct object member_object(struct pgen *g, const struct node *node)
{
	const struct node *base = node->member.base;
	const struct type *type = type_resolve(base->type);
	struct object obj = { 0 };
	uint32_t offset_bits = 0;

	if (node->member.is_arrow) {
		obj.addr = gen_expr(g, base);
		type = type_resolve(type->target);
	} else {
		obj = object_of(g, base);
	}
	type_find_member(type, node->member.name, &offset_bits);
	obj.size_bytes = (uint32_t)type_size_bytes(node->type);
	if (node->member.member->bitfield_bits)
		add_bitfield(&obj, node->member.member, offset_bits);
	else
		obj.off += offset_bits / 8;
	return obj;
}

/* Arrays of 0 or 1 element have unknown length and are not checked. */
static void check_bounds(struct pgen *g, const struct type *array, uint32_t idx)
{
	uint32_t ok;

	if (array->kind != TYPE_ARRAY || array->elem_cnt <= 1)
		return;
	ok = ir_label(g->f);
	ir_branch(g->f, BPF_JLT, idx, val_imm((int64_t)array->elem_cnt), ok);
	gen_fault(g, FAULT_BADINDEX, val_reg(idx));
	ir_bind(g->f, ok);
}

static struct object element_object(struct pgen *g, const struct node *node)
{
	const struct node *base = node->index.base, *key = node->index.keys;
	const struct type *type = type_resolve(base->type);
	int64_t size_bytes = (int64_t)type_size_bytes(node->type);
	struct object obj = { 0 };
	uint32_t idx, sum;

	if (type->kind == TYPE_ARRAY)
		obj = object_of(g, base);
	else
		obj.addr = gen_expr(g, base);
	obj.size_bytes = (uint32_t)size_bytes;
	if (key->kind == NODE_INT) {
		obj.off += (int64_t)key->integer.value * size_bytes;
		return obj;
	}
	idx = gen_expr(g, key);
	check_bounds(g, type, idx);
	sum = ir_copy(g->f, val_reg(idx));
	ir_alu(g->f, BPF_MUL, sum, val_imm(size_bytes));
	ir_alu(g->f, BPF_ADD, sum, val_reg(obj.addr));
	obj.addr = sum;
	return obj;
}

static struct object object_of(struct pgen *g, const struct node *node)
{
	struct object obj = { 0 };

	if (node->kind == NODE_MEMBER)
		return member_object(g, node);
	if (node->kind == NODE_INDEX)
		return element_object(g, node);
	obj.size_bytes = (uint32_t)type_size_bytes(node->type);
	if (node->kind == NODE_NAME)
		obj.addr = ir_copy(
			g->f, val_imm(node->name.ident->enum_value));
	else
		obj.addr = gen_expr(g, node->unary.operand);
	return obj;
}

/* Like object_of(), with off 0. */
static struct object object_at(struct pgen *g, const struct node *node)
{
	struct object obj = object_of(g, node);

	if (obj.off) {
		obj.addr = ir_copy(g->f, val_reg(obj.addr));
		ir_alu(g->f, BPF_ADD, obj.addr, val_imm(obj.off));
		obj.off = 0;
	}
	return obj;
}

uint32_t gen_address(struct pgen *g, const struct node *node)
{
	if (!node_is_place(node))
		return gen_place_address(g, node);
	return object_at(g, node).addr;
}

/* ------------------------------------------------------------------- reads */

/* @addr is the D address of @kaddr, for the fault. */
static void kernel_read(struct pgen *g, uint32_t func_id, struct mem dst,
			struct ir_val bytes, uint32_t kaddr, uint32_t addr)
{
	struct ir_func *f = g->f;
	uint32_t ok = ir_label(f);
	struct ir_val args[] = { gen_mem_addr(g, dst), bytes, val_reg(kaddr) };
	uint32_t err = ir_call(f, CALL_HELPER, func_id, args, 3);

	ir_branch(f, BPF_JSGE, err, val_imm(0), ok);
	gen_fault(g, FAULT_BADADDR, val_reg(addr));
	ir_bind(f, ok);
}

void gen_read(struct pgen *g, enum addr_space space, struct mem dst,
	      struct ir_val bytes, uint32_t addr)
{
	if (space == SPACE_USER) {
		gen_user_read(g, BPF_FUNC_probe_read_user, dst, bytes, addr);
		return;
	}
	kernel_read(g, BPF_FUNC_probe_read_kernel, dst, bytes,
		    gen_heap_real(g, addr, bytes), addr);
}

void gen_read_string(struct pgen *g, enum addr_space space, struct mem dst,
		     uint32_t bytes, uint32_t addr)
{
	if (space == SPACE_USER) {
		gen_user_read(g, BPF_FUNC_probe_read_user_str, dst,
			      val_imm(bytes), addr);
		return;
	}
	/* a NUL follows each piece of scratch memory */
	kernel_read(g, BPF_FUNC_probe_read_kernel_str, dst, val_imm(bytes),
		    gen_heap_real(g, addr, val_imm(1)), addr);
}

static uint32_t read_number(struct pgen *g, enum addr_space space,
			    uint32_t addr, uint32_t size_bytes)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t reg = ir_reg(f);
	struct mem value;

	if (space == SPACE_SCRATCH && gen_heap_is_near(g)) {
		value.base = val_reg(
			gen_scratch_ptr(g, addr, val_imm(size_bytes)));
		ir_load(f, reg, value.base, 0, (uint8_t)size_bytes);
		return reg;
	}
	value = gen_frame_mem(g, 8);
	gen_read(g, space, value, val_imm(size_bytes), addr);
	ir_load(f, reg, value.base, value.off, (uint8_t)size_bytes);
	gen_temps_release(g, temps);
	return reg;
}

/* Extracts the field from the bytes in @reg. */
static void take_field(struct pgen *g, uint32_t reg, const struct object *obj,
		       bool is_signed)
{
	int64_t up = 64 - obj->shift_bits - obj->field_bits;

	ir_alu(g->f, BPF_LSH, reg, val_imm(up));
	ir_alu(g->f, is_signed ? BPF_ARSH : BPF_RSH, reg,
	       val_imm(64 - obj->field_bits));
}

static uint32_t read_object(struct pgen *g, const struct node *node,
			   const struct object *obj)
{
	const struct type *type = type_resolve(node->type);
	uint32_t reg = read_number(g, node_place_space(node), obj->addr,
				   obj->size_bytes);

	if (obj->field_bits)
		take_field(g, reg, obj, type_is_signed_field(type));
	else
		gen_extend(g, reg, obj->size_bytes, type_is_signed(type));
	return reg;
}

uint32_t gen_load(struct pgen *g, const struct node *node)
{
	struct object obj;

	if (node == g->pinned.node)
		return g->pinned.reg;
	obj = object_at(g, node);
	if (!type_is_scalar(type_resolve(node->type)))
		return obj.addr; /* evaluated for effects: there are none */
	return read_object(g, node, &obj);
}

/* ------------------------------------------------------------------ writes */

/* Puts @value's low bits into the field in @unit. */
static void put_field(struct pgen *g, const struct object *obj, uint32_t unit,
		      uint32_t value)
{
	uint64_t mask = (obj->field_bits == 64 ? 0 :
			 UINT64_C(1) << obj->field_bits) - 1;
	uint32_t bits = ir_copy(g->f, val_reg(value));

	ir_alu(g->f, BPF_AND, bits, val_reg(
		ir_copy(g->f, val_imm((int64_t)mask))));
	ir_alu(g->f, BPF_LSH, bits, val_imm(obj->shift_bits));
	ir_alu(g->f, BPF_AND, unit, val_reg(ir_copy(
		g->f, val_imm((int64_t)~(mask << obj->shift_bits)))));
	ir_alu(g->f, BPF_OR, unit, val_reg(bits));
}

static void write_object(struct pgen *g, const struct object *obj,
			uint32_t value)
{
	struct ir_func *f = g->f;
	struct ir_val ptr = val_reg(
		gen_scratch_ptr(g, obj->addr, val_imm(obj->size_bytes)));
	uint32_t unit = value;

	if (obj->field_bits) {
		unit = ir_reg(f);
		ir_load(f, unit, ptr, 0, (uint8_t)obj->size_bytes);
		put_field(g, obj, unit, value);
	}
	ir_store(f, ptr, 0, (uint8_t)obj->size_bytes, val_reg(unit));
}

/*
 * Computes the right side of `place op= ...`, which may name the place itself.
 */
static uint32_t combined_value(struct pgen *g, const struct node *left,
			       const struct object *obj,
			       const struct node *right)
{
	const struct node *node = g->pinned.node;
	uint32_t held = g->pinned.reg, value;

	value = read_object(g, left, obj);
	g->pinned.node = left;
	g->pinned.reg = value;
	value = gen_expr(g, right);
	g->pinned.node = node;
	g->pinned.reg = held;
	return value;
}

/* Returns the value of a place after @value was stored in it. */
static uint32_t stored_value(struct pgen *g, const struct object *obj,
			     uint32_t value, bool is_signed)
{
	if (!obj->field_bits)
		return value;
	value = ir_copy(g->f, val_reg(value));
	ir_alu(g->f, BPF_LSH, value, val_imm(obj->shift_bits));
	take_field(g, value, obj, is_signed);
	return value;
}

uint32_t gen_store(struct pgen *g, const struct node *node)
{
	const struct node *left = node->binary.left;
	const struct node *right = node->binary.right;
	struct object obj = object_at(g, left);
	uint32_t value;

	if (!type_is_scalar(type_resolve(left->type))) {
		struct mem dst = { .base = val_reg(gen_scratch_ptr(
			g, obj.addr, val_imm(obj.size_bytes))) };

		gen_assigned(g, node, dst, obj.size_bytes);
		return obj.addr;
	}
	value = node->binary.op == OP_ASSIGN ?
			gen_expr(g, right) :
			combined_value(g, left, &obj, right);
	write_object(g, &obj, value);
	return stored_value(g, &obj, value,
			    type_is_signed(type_resolve(left->type)));
}

void gen_store_text(struct pgen *g, const struct node *left, struct mem text,
		    uint32_t bytes)
{
	struct object obj = object_at(g, left);
	struct mem dst = { .base = val_reg(gen_scratch_ptr(
		g, obj.addr, val_imm(obj.size_bytes))) };

	gen_copy(g, text, dst,
		 bytes < obj.size_bytes ? bytes : obj.size_bytes);
}

uint32_t gen_step(struct pgen *g, const struct node *node)
{
	const struct node *operand = node->unary.operand;
	const struct type *type = type_resolve(operand->type);
	struct object obj = object_at(g, operand);
	uint32_t old = read_object(g, operand, &obj);
	uint32_t value = ir_copy(g->f, val_reg(old));
	bool is_inc = node->unary.op == OP_INC;
	int64_t step = 1;

	if (type->kind == TYPE_POINTER)
		step = (int64_t)type_size_bytes(type->target);
	if (type->is_bool) /* _Bool holds 0 or 1: 0 - 1 gives 1 */
		ir_alu(g->f, is_inc ? BPF_OR : BPF_XOR, value, val_imm(1));
	else
		ir_alu(g->f, is_inc ? BPF_ADD : BPF_SUB, value, val_imm(step));
	gen_extend(g, value, (uint32_t)type->size_bytes, type_is_signed(type));
	write_object(g, &obj, value);
	if (node->unary.is_postfix)
		return old;
	return stored_value(g, &obj, value, type_is_signed(type));
}
