// SPDX-License-Identifier: BSD-2-Clause
/*
 * this-> variables: they belong to a firing, are zeroed at its start and shared
 * by all its clauses. A few numbers have registers. The others are in a block
 * on the stack or, if it is large, in a scratch slot taken for the whole
 * firing. strtok() keeps its state between calls in that block, too.
 */
#include "lang/walk.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/lvalue.h"

struct this_scan {
	struct pgen *g;
	uint32_t reg_cnt, block_bytes;
	uint32_t strtok_at; /* offset of strtok()'s state in the block */
	bool has_strtok;
	bool is_tight; /* half the stack: ERROR clauses have the other half */
	bool is_packed; /* the stack does not allow unaligned access */
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

/*
 * Has the value, or a part of it other than a number, a place between the words
 * in which it is copied? With computed indices the place is only known to be
 * @off, in the variable, plus a multiple of the lowest bit set in @steps; 0: no
 * array is around.
 */
static bool is_odd_place(const struct type *type, uint64_t off, uint64_t steps)
{
	uint64_t word = 8;

	type = type_resolve(type);
	if (type_is_scalar(type))
		return false;
	while (word > 1 && word > type_size_bytes(type))
		word /= 2;
	if (steps && (off | steps) % word)
		return true;
	if (type->kind == TYPE_ARRAY)
		return is_odd_place(type->target, off,
				    steps | type_size_bytes(type->target));
	for (size_t i = 0; i < type->member_cnt; i++)
		if (is_odd_place(type->members[i].type,
				 off + type->members[i].offset_bits / 8, steps))
			return true;
	return false;
}

static void scan_this(const struct node *node, void *arg)
{
	struct this_scan *scan = arg;
	struct pgen *g = scan->g;
	const struct ident *ident =
		node->kind == NODE_NAME ? node->name.ident : NULL;
	struct gen_this *var = &g->this.v[g->this.cnt];

	if (node->kind == NODE_CALL)
		scan_strtok(scan, node);
	if (!ident || ident->kind != IDENT_THIS)
		return;
	for (uint32_t i = 0; i < g->this.cnt; i++)
		if (g->this.v[i].ident == ident)
			return;
	g->this.cnt++;
	*var = (struct gen_this){ .ident = ident, .reg = IR_NO_REG };
	if (type_is_scalar(ident->type) && !scan->is_tight &&
	    scan->reg_cnt < GEN_THIS_REG_MAX) {
		scan->reg_cnt++;
		var->reg = ir_copy(g->f, val_imm(0));
		return;
	}
	var->off = scan->block_bytes;
	scan->is_packed |= !type_is_aligned(ident->type) ||
			   (!gen_var_is_texts(ident->type) &&
			    is_odd_place(ident->type, 0, 0));
	scan->block_bytes += gen_var_bytes(g->gen, ident);
	if (scan->block_bytes > GEN_SCRATCH_MAX_BYTES) {
		pgen_error(g, ident->loc,
			   "this-> variables take more than %d "
			   "bytes",
			   GEN_SCRATCH_MAX_BYTES);
		scan->block_bytes = var->off;
	}
}

/* Takes a slot for the firing; if there is none, no clause runs. */
static void take_block(struct pgen *g, uint32_t bytes, uint32_t row)
{
	struct ir_func *f = g->f;
	uint32_t have = ir_label(f);

	g->scratch.none_label = ir_label(f);
	g->clause.row = row;
	gen_scratch_init(g);
	gen_scratch_take(g);
	ir_jump(f, have);
	ir_bind(f, g->scratch.none_label);
	gen_count(g, CNT_ENTERED);
	gen_count(g, CNT_NO_SCRATCH);
	ir_jump(f, g->firing.exit_label);
	ir_bind(f, have);
	g->this.word = g->scratch.word;
	g->this.bit = g->scratch.bit;
	g->this.block = (struct mem){ .base = val_reg(g->scratch.slot) };
	if (g->gen->slot_bytes < bytes)
		g->gen->slot_bytes = bytes;
}

static void count_this(const struct node *node, void *arg)
{
	uint32_t *cnt = arg;

	if (node->kind == NODE_NAME && node->name.ident &&
	    node->name.ident->kind == IDENT_THIS &&
	    *cnt <= node->name.ident->id)
		*cnt = node->name.ident->id + 1;
}

/* Returns an upper bound of the number of variables in these clauses. */
static uint32_t count_thiss(const struct clause *const *clauses,
			    size_t clause_cnt)
{
	uint32_t cnt = 0;

	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], count_this, &cnt);
	return cnt;
}

void gen_this_begin(struct pgen *g, const struct clause *const *clauses,
		    size_t clause_cnt, uint32_t row_first)
{
	struct this_scan scan = {
		.g = g,
		.is_tight = g->f->stack_max_bytes < IR_ENTRY_STACK_MAX &&
			!g->mode.is_cut,
	};

	g->this.bit = IR_NO_REG;
	g->cut.base = 0;
	g->this.cnt = 0;
	g->this.v = arena_new_array(g->gen->arena, struct gen_this,
				    count_thiss(clauses, clause_cnt) + 1);
	for (size_t i = 0; i < clause_cnt; i++)
		clause_walk(clauses[i], scan_this, &scan);
	if (!scan.block_bytes && !g->mode.is_cut)
		return;
	if (scan.block_bytes <= GEN_THIS_FRAME_MAX_BYTES && !scan.has_strtok &&
	    !scan.is_tight && !scan.is_packed && !g->mode.is_cut)
		g->this.block = gen_frame_mem(g, scan.block_bytes);
	else
		take_block(g, scan.block_bytes,
			   gen_clause_row(g, clauses[0], row_first));
	if (g->mode.is_cut)
		gen_cut_begin(g, scan.block_bytes);
	gen_zero(g, g->this.block, scan.block_bytes);
	if (scan.has_strtok) {
		g->this.strtok = mem_at(g->this.block, (int32_t)scan.strtok_at);
		g->this.strtok_off = gen_scratch_off(g, g->this.strtok);
	}
}

void gen_this_end(struct pgen *g)
{
	if (g->this.bit == IR_NO_REG)
		return;
	g->scratch.word = g->this.word;
	g->scratch.bit = g->this.bit;
	gen_scratch_release_firing(g);
}
