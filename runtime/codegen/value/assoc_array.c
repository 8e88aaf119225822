/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Associative arrays: a hash map from the key tuple to the value, of its own
 * or shared with other arrays (variable_layout.c).
 * Storing a first value other than 0 creates an element; storing 0 deletes it.
 * Reading allocates nothing.
 *
 *	self int n[string, int];	key: thread's word, text padded with
 *					NULs, 8 bytes with the integer
 *
 * `a[k]++` inserts a 0 unless another CPU has just done so, looks up again, and
 * adds atomically, so no count is lost. If another CPU deletes the element
 * between the two, the change is lost as if it had come just before.
 */
#include <errno.h>

#include "lang/place.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/record/stack.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

bool gen_is_assoc(const struct node *node)
{
	return node_is_assoc(node);
}

static struct ir_val dyn_map(struct pgen *g, const struct node *node)
{
	const struct gen_var *var = gen_var_placed(g, gen_var_ident(node));

	return val_map(MAP_DYN, var->dyn_idx);
}

/* Stores a struct, padded with zeros. */
static void store_bytes(struct pgen *g, const struct node *key, struct mem dst,
			uint32_t bytes)
{
	uint32_t size_bytes = (uint32_t)type_size_bytes(key->type);

	gen_zero(g, mem_at(dst, (int32_t)bytes - 8), 8);
	gen_bytes(g, key, dst, size_bytes);
}

struct mem gen_assoc_key(struct pgen *g, const struct node *node)
{
	const struct gen_var *var = gen_var_placed(g, gen_var_ident(node));
	uint32_t size_bytes = g->gen->result.dyns.v[var->dyn_idx].key_bytes;
	struct mem tuple = gen_mem(g, size_bytes), at = tuple;
	const struct node *key = node->index.keys;

	if (var->sharer) {
		gen_mem_store(g, at, 8, val_imm(var->sharer));
		at = mem_at(at, 8);
	}
	if (var->ident->kind == IDENT_SELF) {
		gen_mem_store(g, at, 8, val_reg(gen_thread_word(g)));
		at = mem_at(at, 8);
	}
	for (size_t i = 0; key; i++, key = key->next) {
		uint32_t bytes = gen_var_key_bytes(g->gen, var, i);

		if (gen_is_string(key))
			gen_string(g, key, at, bytes);
		else if (gen_is_pc(key))
			gen_pc_exact(g, key, at, bytes);
		else if (gen_is_bytes(key))
			store_bytes(g, key, at, bytes);
		else
			gen_mem_store(g, at, 8, val_reg(gen_expr(g, key)));
		at = mem_at(at, (int32_t)bytes);
	}
	gen_zero(g, at, size_bytes - (uint32_t)(at.off - tuple.off));
	return tuple;
}

uint32_t gen_assoc_find(struct pgen *g, const struct node *node, struct mem key)
{
	struct ir_val map = dyn_map(g, node), addr = gen_mem_addr(g, key);

	return gen_has_finders(g) ?
		gen_call_finder(g, GEN_SUBPROG_FIND + map.map_idx, map, addr) :
		ir_helper(g->f, map_lookup_elem, map, addr);
}

static uint32_t update(struct pgen *g, const struct node *node, struct mem key,
		       struct mem value, int64_t flags)
{
	return ir_helper(g->f, map_update_elem, dyn_map(g, node),
			 gen_mem_addr(g, key), gen_mem_addr(g, value),
			 val_imm(flags));
}

uint32_t gen_assoc_make(struct pgen *g, const struct node *node, struct mem key,
			uint32_t lost)
{
	struct ir_func *f = g->f;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t have = ir_label(f);
	uint32_t bytes = gen_var_bytes(g->gen, gen_var_ident(node));
	uint32_t ptr = ir_copy(f, val_reg(gen_assoc_find(g, node, key))), err;
	struct mem zero;

	ir_branch(f, BPF_JNE, ptr, val_imm(0), have);
	zero = gen_mem(g, bytes);
	gen_zero(g, zero, bytes);
	err = update(g, node, key, zero, BPF_NOEXIST);
	gen_temps_release(g, temps);
	ir_mov(f, ptr, val_reg(gen_assoc_find(g, node, key)));
	ir_branch(f, BPF_JNE, ptr, val_imm(0), have);
	/* it was there, and another CPU has assigned 0 to it since */
	gen_extend(g, err, 4, true);
	ir_branch(f, BPF_JEQ, err, val_imm(0), lost);
	ir_branch(f, BPF_JEQ, err, val_imm(-EEXIST), lost);
	gen_count_cpu(g, CNT_DYN_DROPPED);
	ir_jump(f, lost);
	ir_bind(f, have);
	return ptr;
}

void gen_assoc_put(struct pgen *g, const struct node *node, struct mem key,
		   struct mem value)
{
	uint32_t done = ir_label(g->f);
	uint32_t err = update(g, node, key, value, BPF_ANY);

	ir_branch(g->f, BPF_JEQ, err, val_imm(0), done);
	gen_count_cpu(g, CNT_DYN_DROPPED);
	ir_bind(g->f, done);
}

void gen_assoc_free(struct pgen *g, const struct node *node, struct mem key)
{
	gen_map_delete(g, dyn_map(g, node), key);
}
