/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where a variable or an element is: in a register (a few this->), in the
 * map of globals, in the thread's block, in an associative array, or in the
 * block of this-> variables. What may not be there (a thread's block, an
 * element) has a register that is 0 then, and whoever uses the place asks
 * first.
 *
 * this-> variables belong to a firing: they are zeroed at its beginning and
 * seen by all its clauses. What does not fit into registers is a block on the
 * stack or, when it is large, in a scratch slot taken for the whole firing.
 */
#include "lang/walk.h"
#include "runtime/codegen/gen_priv.h"

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
	struct place place = mem_place(g->this_block);

	place.is_private = true;
	for (uint32_t i = 0; i < g->this_cnt; i++) {
		if (g->thiss[i].ident != ident)
			continue;
		place.reg = g->thiss[i].reg;
		place.mem = mem_at(place.mem, (int32_t)g->thiss[i].off);
	}
	return place;
}

/* @lost IR_NO_REG: only for reading. */
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

/* ------------------------------------------------------------ scalar arrays */

struct element {
	int32_t off; /* the constant part of the offset */
	uint32_t index; /* the computed one, or IR_NO_REG */
	uint32_t index_max;
};

static void add_index(struct pgen *g, struct element *at, uint32_t idx,
		      uint32_t cnt, uint32_t stride)
{
	struct ir_func *f = g->f;
	uint32_t ok = ir_label(f), reg = ir_copy(f, val_reg(idx));

	ir_branch(f, BPF_JLT, reg, val_imm(cnt), ok);
	gen_fault(g, FAULT_BADINDEX, val_reg(reg));
	ir_bind(f, ok);
	ir_alu(f, BPF_MUL, reg, val_imm(stride));
	if (at->index != IR_NO_REG)
		ir_alu(f, BPF_ADD, reg, val_reg(at->index));
	at->index = reg;
	at->index_max += (cnt - 1) * stride;
}

/* The indexes of a[i][j], outer first; @node is the NODE_INDEX. */
static void add_indexes(struct pgen *g, const struct node *node,
			struct element *at)
{
	const struct type *array = type_resolve(node->index.base->type);
	const struct node *key = node->index.keys;
	uint32_t stride =
		gen_var_bytes(g->gen, gen_var_ident(node), array->target);

	if (node->index.base->kind == NODE_INDEX)
		add_indexes(g, node->index.base, at);
	if (key->kind == NODE_INT)
		at->off += (int32_t)(key->integer.value * stride);
	else
		add_index(g, at, gen_expr(g, key), (uint32_t)array->elem_cnt,
			  stride);
}

static struct place find_place(struct pgen *g, const struct node *node,
			       uint32_t lost)
{
	struct element at = { .index = IR_NO_REG };
	struct place place;
	struct mem key;
	uint32_t ptr;

	if (gen_is_assoc(node)) {
		key = gen_assoc_key(g, node);
		ptr = lost == IR_NO_REG ? gen_assoc_find(g, node, key) :
					  gen_assoc_make(g, node, key, lost);
		place = mem_place((struct mem){ .base = val_reg(ptr) });
		place.absent = lost == IR_NO_REG ? ptr : IR_NO_REG;
		return place;
	}
	if (node->kind == NODE_INDEX)
		add_indexes(g, node, &at);
	place = name_place(g, gen_var_ident(node), lost);
	place.mem = mem_at(place.mem, at.off);
	place.index = at.index;
	place.index_max = at.index_max;
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
 * The bounds of an index are told again in the register that is added:
 * kernels before 5.16 forget them when it was on the stack in between.
 */
struct mem gen_place_mem(struct pgen *g, const struct place *place)
{
	struct ir_func *f = g->f;
	uint32_t index, addr;

	if (place->index == IR_NO_REG)
		return gen_mem_near(g, place->mem);
	index = ir_copy(f, val_reg(place->index));
	ir_branch(f, BPF_JGT, index, val_imm(place->index_max), g->exit_label);
	addr = ir_copy(f, gen_mem_addr(g, place->mem));
	ir_alu(f, BPF_ADD, addr, val_reg(index));
	return (struct mem){ .base = val_reg(addr) };
}

void gen_place_skip_absent(struct pgen *g, const struct place *place,
			   uint32_t label)
{
	if (place->absent != IR_NO_REG)
		ir_branch(g->f, BPF_JEQ, place->absent, val_imm(0), label);
}

/* ------------------------------------------------------------------- this-> */

struct this_scan {
	struct pgen *g;
	uint32_t reg_cnt, block_bytes;
	uint32_t strtok_at; /* where in the block its state is */
	bool has_strtok;
	bool is_tight; /* half a stack: ERROR clauses have the other */
};

static void scan_strtok(struct this_scan *scan, const struct node *node)
{
	const struct ident *ident = node->call.ident;

	if (!ident || ident->kind != IDENT_SUBR || ident->row != SUBR_strtok ||
	    scan->has_strtok)
		return;
	scan->has_strtok = true;
	scan->strtok_at = scan->block_bytes;
	scan->block_bytes += gen_strtok_bytes(scan->g->gen);
}

static void scan_this(const struct node *node, void *arg)
{
	struct this_scan *scan = arg;
	struct pgen *g = scan->g;
	const struct ident *ident =
		node->kind == NODE_NAME ? node->name.ident : NULL;
	struct gen_this *var = &g->thiss[g->this_cnt];

	if (node->kind == NODE_CALL)
		scan_strtok(scan, node);
	if (!ident || ident->kind != IDENT_THIS)
		return;
	for (uint32_t i = 0; i < g->this_cnt; i++)
		if (g->thiss[i].ident == ident)
			return;
	g->this_cnt++;
	*var = (struct gen_this){ .ident = ident, .reg = IR_NO_REG };
	if (type_is_scalar(ident->type) && !scan->is_tight &&
	    scan->reg_cnt < GEN_THIS_REG_MAX) {
		scan->reg_cnt++;
		var->reg = ir_copy(g->f, val_imm(0));
		return;
	}
	var->off = scan->block_bytes;
	scan->block_bytes += gen_var_bytes(g->gen, ident, ident->type);
	if (scan->block_bytes > GEN_SCRATCH_MAX_BYTES) {
		pgen_error(g, ident->loc,
			   "this-> variables take more than %d "
			   "bytes",
			   GEN_SCRATCH_MAX_BYTES);
		scan->block_bytes = var->off;
	}
}

/* A slot for the firing; without one, nothing runs. */
static void take_block(struct pgen *g, uint32_t bytes, uint32_t row)
{
	struct ir_func *f = g->f;
	uint32_t have = ir_label(f);

	g->noscratch_label = ir_label(f);
	g->row = row;
	gen_scratch_init(g);
	gen_scratch_take(g);
	ir_jump(f, have);
	ir_bind(f, g->noscratch_label);
	gen_count(g, CNT_ENTERED);
	gen_count(g, CNT_NO_SCRATCH);
	ir_jump(f, g->exit_label);
	ir_bind(f, have);
	g->this_word = g->scratch_word;
	g->this_bit = g->scratch_bit;
	g->this_block = (struct mem){ .base = val_reg(g->scratch_slot) };
	if (g->gen->slot_bytes < bytes)
		g->gen->slot_bytes = bytes;
}

static uint32_t count_thiss(const struct clause *const *clauses,
			    size_t clause_cnt);

void gen_this_begin(struct pgen *g, const struct clause *const *clauses,
		    size_t clause_cnt, uint32_t row_first)
{
	struct this_scan scan = {
		.g = g,
		.is_tight = g->f->stack_max_bytes < IR_ENTRY_STACK_MAX,
	};

	g->this_bit = IR_NO_REG;
	g->this_cnt = 0;
	g->thiss = arena_new_array(g->gen->arena, struct gen_this,
				   count_thiss(clauses, clause_cnt) + 1);
	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], scan_this, &scan);
	if (!scan.block_bytes)
		return;
	if (scan.block_bytes <= GEN_THIS_FRAME_MAX_BYTES && !scan.has_strtok &&
	    !scan.is_tight)
		g->this_block = gen_frame_mem(g, scan.block_bytes);
	else
		take_block(g, scan.block_bytes, row_first);
	gen_zero(g, g->this_block, scan.block_bytes);
	if (scan.has_strtok) {
		g->strtok_mem = mem_at(g->this_block, (int32_t)scan.strtok_at);
		g->strtok_off = gen_scratch_off(g, g->strtok_mem);
	}
}

void gen_this_end(struct pgen *g)
{
	if (g->this_bit == IR_NO_REG)
		return;
	g->scratch_word = g->this_word;
	g->scratch_bit = g->this_bit;
	gen_scratch_release(g);
}

static void count_this(const struct node *node, void *arg)
{
	uint32_t *cnt = arg;

	if (node->kind == NODE_NAME && node->name.ident &&
	    node->name.ident->kind == IDENT_THIS &&
	    *cnt <= node->name.ident->id)
		*cnt = node->name.ident->id + 1;
}

/* An upper bound of the variables that these clauses name. */
static uint32_t count_thiss(const struct clause *const *clauses,
			    size_t clause_cnt)
{
	uint32_t cnt = 0;

	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], count_this, &cnt);
	return cnt;
}
