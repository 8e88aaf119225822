/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the cell of an aggregation. Without keys the address is computed; with
 * keys a hash maps the key tuple to a slot.
 *
 * A new key is inserted by a subprogram, one per aggregation: it takes a slot
 * (the CPU's spare one, the next unused one, or one that the reader gave back),
 * inserts the key unless another CPU has just done so (then the slot becomes
 * the spare one and the other slot is used), and reports the key to the reader.
 * In a program that is split it is a global function, which is not verified
 * again at each call, gets an offset into the scratch map instead of an
 * address, and looks up every key. The tuple follows a struct rec_key, so that
 * it is sent without copying:
 *
 *	0 header  24 agg_id  28 slot  32 key tuple, padded with zeros to 8
 *
 * In a hash that aggregations share, the key begins at 24, and the slot is 0
 * until the record is sent.
 *
 * A ring that overwrites would lose the record. With such rings the hash also
 * stores the time, and the program notifies the reader to walk the hash.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/record/stack.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/value.h"

/* Returns a new register: the number of this CPU's cell. */
static uint32_t cell_number(struct pgen *g)
{
	uint32_t number = gen_cpu(g), max = g->gen->env.cell_max, own;

	if (max == g->gen->env.cpu_max)
		return number;
	own = ir_label(g->f);
	ir_branch(g->f, BPF_JLT, number, val_imm(max - 1), own);
	ir_mov(g->f, number, val_imm(max - 1));
	ir_bind(g->f, own);
	return number;
}

static struct ir_val unkeyed_cell(struct pgen *g, const struct agg_layout *agg)
{
	uint32_t number = cell_number(g);
	uint32_t addr = ir_copy(g->f, val_map_value(MAP_AGG_UNKEYED, 0,
						    agg->unkeyed_off));

	ir_alu(g->f, BPF_MUL, number, val_sym(SYM_UNKEYED_STRIDE));
	ir_alu(g->f, BPF_ADD, addr, val_reg(number));
	return val_reg(addr);
}

/* Stores the tuple, and writes every byte of it. */
static void store_keys(struct pgen *g, const struct agg_layout *agg,
		       const struct node *key, struct mem dst)
{
	uint32_t at = 0;

	for (size_t i = 0; i < agg->key_cnt; i++, key = key->next) {
		const struct rec_field *field = &agg->keys[i];
		struct mem mem = mem_at(dst, (int32_t)field->offset_bytes);

		gen_zero(g, mem_at(dst, (int32_t)at),
			 field->offset_bytes - at);
		at = field->offset_bytes + field->size_bytes;
		if (field->kind == REC_STRING)
			gen_string(g, key, mem, field->size_bytes);
		else if (rec_is_address(field->kind)) {
			gen_pc_check_key(g, key);
			gen_pc(g, key, mem, field->size_bytes);
		} else
			gen_mem_store(g, mem, field->size_bytes,
				      val_reg(gen_expr(g, key)));
	}
	gen_zero(g, mem_at(dst, (int32_t)at), agg->key_bytes - at);
}

/*
 * Returns the hash's key: the tuple, with agg_id and slot before it if shared.
 */
static struct mem hash_key(const struct agg_layout *agg, struct mem record)
{
	return mem_at(record, agg->is_shared ?
				      offsetof(struct rec_key, agg_id) :
				      sizeof(struct rec_key));
}

static uint32_t look_up(struct pgen *g, const struct agg_layout *agg,
			struct mem record)
{
	return ir_helper(g->f, map_lookup_elem,
			 val_map(MAP_AGG_HASH, agg->keyed_idx),
			 gen_mem_addr(g, hash_key(agg, record)));
}

/* slot = result of the subprogram */
static void call_subprog(struct pgen *g, const struct agg_layout *agg,
			 struct mem record, uint32_t slot)
{
	struct ir_val args[2];

	gen_rec_header(g, record, REC_LAYOUT_KEY);
	args[0] = g->mode.is_cut ? val_reg(gen_scratch_off(g, record)) :
				   gen_mem_addr(g, record);
	args[1] = val_reg(g->firing.cpu);
	ir_mov(g->f, slot, val_reg(ir_call(g->f, CALL_SUBPROG,
					   gen_subprog(g, agg->id), args, 2)));
}

/*
 * Sets @slot from the hash or the subprogram; jumps to @done_label if there is
 * none. The kernel inlines a look-up, which moves the rest of the program, so
 * in a large program the subprogram does it.
 */
static void find_slot(struct pgen *g, const struct agg_layout *agg,
		      struct mem record, uint32_t slot, uint32_t done_label)
{
	struct ir_func *f = g->f;
	uint32_t found, have, hit;
	unsigned int known;

	if (g->mode.is_cut) {
		call_subprog(g, agg, record, slot);
	} else {
		found = ir_label(f);
		have = ir_label(f);
		hit = look_up(g, agg, record);
		ir_branch(f, BPF_JNE, hit, val_imm(0), found);
		known = g->firing.known;
		call_subprog(g, agg, record, slot);
		g->firing.known = known;
		ir_jump(f, have);
		ir_bind(f, found);
		ir_load(f, slot, val_reg(hit), 0, 4);
		ir_bind(f, have);
	}
	ir_branch(f, BPF_JGE, slot, val_imm(agg->slot_max), done_label);
}

struct mem gen_agg_key(struct pgen *g, const struct agg_layout *agg,
		       const struct node *node)
{
	uint32_t bytes = (uint32_t)sizeof(struct rec_key) + agg->key_bytes;
	struct mem record = { 0 };

	if (!agg->key_cnt)
		return record;
	record = gen_record_mem(g, bytes);
	store_keys(g, agg, node->agg.keys,
		   mem_at(record, sizeof(struct rec_key)));
	if (agg->is_shared) {
		gen_mem_store(g,
			      mem_at(record, offsetof(struct rec_key, agg_id)),
			      4, val_imm(agg->id));
		gen_zero(g, mem_at(record, offsetof(struct rec_key, slot)), 4);
	}
	return record;
}

static struct ir_val keyed_cell(struct pgen *g, const struct agg_layout *agg,
				const struct node *node, struct mem record,
				uint32_t done_label)
{
	struct ir_func *f = g->f;
	struct mem key = mem_at(record, sizeof(struct rec_key));
	uint32_t slot = ir_reg(f), cell;
	struct gen_front front;

	if (gen_front_open(g, agg, node, key, &front)) {
		uint32_t hit = ir_label(f);

		gen_front_find(g, &front, agg->slot_max, slot, hit);
		find_slot(g, agg, record, slot, done_label);
		gen_front_keep(g, &front, slot);
		ir_bind(f, hit);
		if (!g->gen->env.keeps_bounds)
			ir_branch(f, BPF_JGE, slot, val_imm(agg->slot_max),
				  done_label);
	} else {
		find_slot(g, agg, record, slot, done_label);
	}
	ir_alu(f, BPF_MUL, slot, val_imm(g->gen->env.cell_max));
	ir_alu(f, BPF_ADD, slot, val_reg(cell_number(g)));
	ir_alu(f, BPF_MUL, slot, val_imm(agg->value_words * 8));
	cell = ir_copy(f, val_map_value(MAP_AGG_VALUES, agg->keyed_idx, 0));
	ir_alu(f, BPF_ADD, cell, val_reg(slot));
	return val_reg(cell);
}

struct ir_val gen_agg_cell(struct pgen *g, const struct agg_layout *agg,
			   const struct node *node, struct mem record,
			   uint32_t done_label)
{
	if (!agg->key_cnt)
		return unkeyed_cell(g, agg);
	return keyed_cell(g, agg, node, record, done_label);
}

/* ------------------------------------------------------------- subprograms */

/* slot = a returned slot + 1; jumps to @full if there is none. */
static void take_again(struct pgen *g, const struct agg_layout *agg,
		       uint32_t slot, uint32_t full)
{
	struct ir_func *f = g->f;
	uint32_t base = ir_copy(f, val_map_value(MAP_AGG_FREE, agg->keyed_idx,
						 0));
	uint32_t place = ir_reg(f), given = ir_reg(f);

	ir_load(f, place, val_reg(base), offsetof(struct rt_free, taken), 8);
	ir_load(f, given, val_reg(base), offsetof(struct rt_free, given), 8);
	ir_branch(f, BPF_JGE, place, val_reg(given), full);
	ir_mov(f, place, val_imm(1));
	ir_fetch(f, BPF_ADD, val_reg(base), offsetof(struct rt_free, taken),
		 place);
	ir_alu(f, BPF_MOD, place, val_imm(agg->slot_max));
	/* for verifiers that do not bound a remainder */
	ir_branch(f, BPF_JGE, place, val_imm(agg->slot_max), full);
	ir_alu(f, BPF_LSH, place, val_imm(3));
	ir_alu(f, BPF_ADD, place, val_reg(base));
	ir_mov(f, slot, val_imm(0));
	ir_fetch(f, BPF_XCHG, val_reg(place), offsetof(struct rt_free, slots),
		 slot);
	ir_branch(f, BPF_JEQ, slot, val_imm(0), full);
}

/*
 * Returns a slot + 1: the spare one, a new one, or a returned one; jumps to
 * @full if there is none.
 */
static uint32_t take_slot(struct pgen *g, const struct agg_layout *agg,
			  struct ir_val next, uint32_t spare, uint32_t full)
{
	struct ir_func *f = g->f;
	uint32_t slot = ir_copy(f, val_imm(0)), have = ir_label(f);

	ir_fetch(f, BPF_XCHG, val_reg(spare), 0, slot);
	ir_branch(f, BPF_JNE, slot, val_imm(0), have);
	ir_mov(f, slot, val_imm(1));
	ir_fetch(f, BPF_ADD, next, 0, slot);
	ir_alu(f, BPF_ADD, slot, val_imm(1));
	if (agg->is_recycled) {
		ir_branch(f, BPF_JLE, slot, val_imm(agg->slot_cnt), have);
		take_again(g, agg, slot, full);
	} else {
		ir_branch(f, BPF_JGT, slot, val_imm(agg->slot_cnt), full);
	}
	ir_bind(f, have);
	return slot;
}

/* Returns the hash's value for a key: its slot, or a struct rt_key. */
static struct mem key_value(struct pgen *g, const struct agg_layout *agg,
			    uint32_t slot)
{
	struct mem value;

	if (!agg->keeps_time) {
		value = gen_frame_mem(g, sizeof(uint32_t));
		gen_mem_store(g, value, 4, val_reg(slot));
		return value;
	}
	value = gen_frame_mem(g, sizeof(struct rt_key));
	gen_mem_store(g, mem_at(value, offsetof(struct rt_key, slot)), 4,
		      val_reg(slot));
	gen_zero(g, mem_at(value, offsetof(struct rt_key, pad)), 4);
	gen_mem_store(g, mem_at(value, offsetof(struct rt_key, time_ns)), 8,
		      val_reg(ir_helper0(g->f, ktime_get_ns)));
	return value;
}

static void send_key(struct pgen *g, const struct agg_layout *agg,
		     struct mem record, uint32_t slot)
{
	struct send send = {
		.record = record,
		.size_bytes = (uint32_t)sizeof(struct rec_key) +
			      agg->key_bytes,
		.attempted = -1,
		.dropped = CNT_KEY_REC_DROPPED,
	};

	gen_mem_store(g, mem_at(record, offsetof(struct rec_key, agg_id)), 4,
		      val_imm(agg->id));
	gen_mem_store(g, mem_at(record, offsetof(struct rec_key, slot)), 4,
		      val_reg(slot));
	gen_send(g, &send);
}

/*
 * Returns from the subprogram with the key's slot in the hash; jumps to
 * @none_label if it has none.
 */
static void return_known(struct pgen *g, const struct agg_layout *agg,
			 struct mem record, uint32_t none_label)
{
	struct ir_func *f = g->f;
	uint32_t hit = look_up(g, agg, record), slot = ir_reg(f);

	ir_branch(f, BPF_JEQ, hit, val_imm(0), none_label);
	ir_load(f, slot, val_reg(hit), 0, 4);
	ir_ret(f, val_reg(slot));
}

/*
 * Uses the slot of another CPU that inserted the key, unless the hash is full.
 */
static void use_theirs(struct pgen *g, const struct agg_layout *agg,
		       struct mem record, uint32_t spare, uint32_t slot,
		       uint32_t full)
{
	/* loses a spare slot that was already there, which is rare */
	ir_fetch(g->f, BPF_XCHG, val_reg(spare), 0, slot);
	return_known(g, agg, record, full);
}

static void insert_key(struct pgen *g, const struct agg_layout *agg,
		       struct mem record, uint32_t full)
{
	struct ir_func *f = g->f;
	struct mem key = hash_key(agg, record);
	struct mem value;
	uint32_t words = rt_slots_off(agg->keyed_idx, g->gen->env.cpu_max);
	uint32_t spare = gen_cpu(g), base, slot, number, err;
	uint32_t lost = ir_label(f);

	base = ir_copy(f, val_map_value(MAP_AGG_SLOTS, 0, words));
	ir_alu(f, BPF_LSH, spare, val_imm(3));
	ir_alu(f, BPF_ADD, spare, val_reg(base));
	ir_alu(f, BPF_ADD, spare, val_imm(8));
	slot = take_slot(g, agg, val_reg(base), spare, full);
	number = ir_copy(f, val_reg(slot));
	ir_alu(f, BPF_SUB, number, val_imm(1));
	value = key_value(g, agg, number);
	err = ir_helper(f, map_update_elem,
			val_map(MAP_AGG_HASH, agg->keyed_idx),
			gen_mem_addr(g, key), gen_mem_addr(g, value),
			val_imm(BPF_NOEXIST));
	ir_branch(f, BPF_JNE, err, val_imm(0), lost);
	if (agg->keeps_time)
		gen_count_cpu(g, CNT_KEY_REC_DROPPED);
	else
		send_key(g, agg, record, number);
	ir_ret(f, val_reg(number));
	ir_bind(f, lost);
	use_theirs(g, agg, record, spare, slot, full);
}

/* slot = insert(record, cpu); -1 if there is no room. */
int gen_key_function(struct pgen *entry, struct gen_prog *prog,
		     const struct agg_layout *agg, uint32_t id)
{
	struct pgen g = *entry;
	struct ir_func f;
	struct mem record = { 0 };
	uint32_t params[2], full;
	int err;

	ir_func_init(&f, arena_printf(entry->gen->arena, "key_%u", agg->id), 2,
		     IR_SUBPROG_STACK_MAX);
	f.id = id;
	f.is_global = g.mode.is_cut;
	g.f = &f;
	g.cut.base = 0; /* it only uses its stack */
	ir_note(&f, (struct loc){ 0 },
		arena_printf(entry->gen->arena, "new key of @%s",
			     agg->ident->name));
	for (int i = 0; i < 2; i++)
		params[i] = ir_reg(&f);
	ir_params(&f, params);
	g.firing.cpu = params[1];
	g.firing.exit_label = ir_label(&f);
	full = ir_label(&f);
	gen_cpu_bound(&g);
	g.firing.counters =
		gen_cpu_addr(&g, MAP_COUNTERS, 0, SYM_COUNTER_STRIDE);
	record.base = val_reg(params[0]);
	if (g.mode.is_cut) {
		uint32_t is_new = ir_label(&f);

		record.base = val_reg(
			gen_scratch_at(&g, params[0], g.firing.exit_label));
		return_known(&g, agg, record, is_new);
		ir_bind(&f, is_new);
	}
	insert_key(&g, agg, record, full);
	ir_bind(&f, full);
	gen_count_cpu(&g, CNT_AGG_DROPPED);
	ir_bind(&f, g.firing.exit_label);
	ir_ret(&f, val_imm(-1));
	err = gen_function(&g, prog, &f);
	ir_func_deinit(&f);
	return err;
}
