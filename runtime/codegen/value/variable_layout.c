/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sizes and offsets of variables:
 *
 *	x		8 bytes in the globals, whatever its width
 *	string s	as much as the longest string that any clause assigns
 *	string a[3]	the same, but strsize if it is used as a whole: a = b
 *	int a[3]	12 bytes, as in C, and so are structs; padded to 8
 *	self->x		the same in the block of the thread
 *	b[k]		a hash map of its own; if there are many such arrays, those
 *			of equal sizes share one
 *
 * An integer has 8 bytes because atomic operations need them; a read value is
 * truncated to the type. Offsets are assigned at the first use, so a variable
 * that no generated program uses takes no space. this-> variables are laid out
 * in clause_local.c.
 */
#include <string.h>

#include "lang/place.h"
#include "lang/walk.h"
#include "runtime/codegen/record/stack.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/lvalue.h"

enum {
	SCAN_ROUND_MAX = 8,
	/* number of threads that can be in the middle of a jump back */
	BACK_MAX = 4096,
	/* number of threads that can be in a lock function */
	LOCK_THREAD_MAX = 16384,
	ELEM_OVERHEAD_BYTES = 48, /* an estimate for hash maps */
};

static uint32_t pad8(uint64_t bytes)
{
	return (uint32_t)((bytes + 7) & ~(uint64_t)7);
}

struct gen_var *gen_var(struct gen *gen, const struct ident *ident)
{
	unsigned int kind = (unsigned int)(ident->kind - IDENT_GLOBAL);
	struct gen_var *var;

	while (gen->vars[kind].cnt <= ident->id)
		vec_add(&gen->vars[kind]);
	var = &gen->vars[kind].v[ident->id];
	if (!var->ident) {
		var->ident = ident;
		var->key_string_bytes = arena_new_array(gen->arena, uint32_t,
							ident->key_cnt + 1);
	}
	return var;
}

uint32_t gen_var_string_bytes(const struct gen *gen, const struct ident *ident)
{
	unsigned int kind = (unsigned int)(ident->kind - IDENT_GLOBAL);
	uint32_t bytes = 0;

	if (ident->id < gen->vars[kind].cnt)
		bytes = gen->vars[kind].v[ident->id].string_bytes;
	return bytes ? bytes : pad8(gen->env.strsize_bytes);
}

bool gen_var_is_texts(const struct type *type)
{
	type = type_resolve(type);
	while (type->kind == TYPE_ARRAY)
		type = type_resolve(type->target);
	return type->kind == TYPE_STRING;
}

uint32_t gen_elem_bytes(const struct gen *gen, const struct ident *ident,
			const struct type *type)
{
	uint64_t cnt = 1;

	if (!gen_var_is_texts(type))
		return (uint32_t)type_size_bytes(type);
	for (type = type_resolve(type); type->kind == TYPE_ARRAY;
	     type = type_resolve(type->target))
		cnt *= type->elem_cnt;
	cnt *= gen_var_string_bytes(gen, ident);
	return cnt < INT32_MAX ? (uint32_t)cnt : INT32_MAX;
}

/*
 * A number has 8 bytes; other values are stored as in C, with room after them
 * for reading the 8 bytes around a packed bit-field.
 */
uint32_t gen_var_bytes(const struct gen *gen, const struct ident *ident)
{
	const struct type *type = type_resolve(ident->type);

	if (type_is_scalar(type))
		return 8;
	if (gen_var_is_texts(type))
		return gen_elem_bytes(gen, ident, type);
	if (!type->size_bytes)
		return gen_var_string_bytes(gen, ident);
	return type->size_bytes < INT32_MAX - 16 ?
		       pad8(type->size_bytes) +
			       8 * !type_is_aligned(type) : INT32_MAX;
}

/* Returns the size of a string variable, or of a string in a struct. */
uint32_t gen_part_string_bytes(const struct gen *gen, const struct node *node)
{
	if (gen_is_inner_string(node))
		return pad8(type_size_bytes(node->type));
	return gen_var_string_bytes(gen, gen_var_ident(node));
}

uint32_t gen_var_key_bytes(const struct gen *gen, const struct gen_var *var,
			   size_t idx)
{
	const struct type *type = var->ident->key_types[idx];

	if (type_is_scalar(type))
		return 8;
	if (type_resolve(type)->kind == TYPE_STRUCT ||
	    type_resolve(type)->kind == TYPE_UNION)
		return pad8(type_size_bytes(type));
	return var->key_string_bytes[idx] ? var->key_string_bytes[idx] :
					    pad8(gen->env.strsize_bytes);
}

/* -------------------------------------------------------------------- scan */

struct scan {
	struct gen *gen;
	bool has_changed;
};

static void grow(struct scan *scan, uint32_t *have, uint32_t bytes)
{
	if (*have >= bytes)
		return;
	*have = bytes;
	scan->has_changed = true;
}

/*
 * The size of an array's strings, which has few steps if arrays share maps: a
 * map serves only values of one size.
 */
static uint32_t stepped(const struct gen *gen, const struct ident *ident,
			uint32_t bytes)
{
	uint32_t max = pad8(gen->env.strsize_bytes);

	if (!ident->is_assoc || !gen->map_limits.shares_dyns || bytes >= max)
		return bytes;
	return bytes <= 64 && max > 64 ? 64 : max;
}

static void scan_string(const struct node *node, void *arg)
{
	struct scan *scan = arg;
	const struct node *left = node->binary.left;

	if (node->kind != NODE_ASSIGN)
		return;
	/* each s[i] = c can make it longer by one */
	if (node_is_character(left) && gen_is_var(left->index.base) &&
	    !gen_is_inner_string(left->index.base))
		grow(scan,
		     &gen_var(scan->gen, gen_var_ident(left->index.base))
			      ->string_bytes,
		     pad8(scan->gen->env.strsize_bytes));
	if (!gen_is_var(left) || gen_is_inner_string(left))
		return;
	if (gen_is_string(left))
		grow(scan,
		     &gen_var(scan->gen, gen_var_ident(left))->string_bytes,
		     stepped(scan->gen, gen_var_ident(left),
			     gen_string_bytes(scan->gen, node->binary.right)));
	else if (gen_is_pc(left) && gen_is_pc(node->binary.right))
		grow(scan,
		     &gen_var(scan->gen, gen_var_ident(left))->string_bytes,
		     gen_pc_bytes(scan->gen, node->binary.right));
}

static void scan_keys(const struct node *node, void *arg)
{
	struct scan *scan = arg;
	const struct node *key;
	struct gen_var *var;

	if (node->kind != NODE_INDEX || !gen_is_assoc(node))
		return;
	var = gen_var(scan->gen, gen_var_ident(node));
	key = node->index.keys;
	for (size_t i = 0; key; i++, key = key->next)
		if (gen_is_string(key))
			grow(scan, &var->key_string_bytes[i],
			     gen_string_bytes(scan->gen, key));
		else if (gen_is_pc(key))
			grow(scan, &var->key_string_bytes[i],
			     gen_pc_bytes(scan->gen, key));
}

static bool is_text_array(const struct node *node)
{
	return node->type && type_resolve(node->type)->kind == TYPE_ARRAY &&
	       gen_var_is_texts(node->type) && gen_is_var(node) &&
	       !gen_is_inner_string(node);
}

/* Counts uses that depend on the type's size of strings: all but a[i]. */
static void scan_whole(const struct node *node, void *arg)
{
	struct scan *scan = arg;
	const struct node *base = node;

	if (is_text_array(node))
		gen_var(scan->gen, gen_var_ident(node))->whole_cnt++;
	if (node->kind == NODE_INDEX && is_text_array(node->index.base))
		gen_var(scan->gen, gen_var_ident(node))->whole_cnt--;
	if (node->kind == NODE_UNARY && node->unary.op == OP_ADDROF)
		base = node->unary.operand; /* the next one can be reached */
	if (base != node && base->kind == NODE_INDEX &&
	    is_text_array(base->index.base))
		gen_var(scan->gen, gen_var_ident(base))->whole_cnt++;
}

static void walk_all(struct scan *scan, const struct program *program,
		     void (*fn)(const struct node *node, void *arg))
{
	for (const struct clause *c = program->clauses; c; c = c->next)
		clause_walk(c, fn, scan);
}

static void set_at_least(struct gen *gen, const struct ident *ident,
			 uint32_t bytes)
{
	struct gen_var *var = gen_var(gen, ident);

	if (var->string_bytes < bytes)
		var->string_bytes = bytes;
}

static void set_strings(struct gen *gen, const struct program *program,
			uint32_t bytes)
{
	for (size_t i = 0; i < program->globals.cnt; i++)
		set_at_least(gen, program->globals.v[i], bytes);
	for (size_t i = 0; i < program->selfs.cnt; i++)
		set_at_least(gen, program->selfs.v[i], bytes);
	for (size_t i = 0; i < program->thiss.cnt; i++)
		set_at_least(gen, program->thiss.v[i], bytes);
}

/* Strings of an array that is used as a whole have the size of the type. */
static void set_whole(struct gen *gen)
{
	for (size_t kind = 0; kind < 3; kind++)
		for (size_t i = 0; i < gen->vars[kind].cnt; i++)
			if (gen->vars[kind].v[i].whole_cnt)
				gen->vars[kind].v[i].string_bytes =
					pad8(gen->env.strsize_bytes);
}

bool gen_var_refuse_whole(struct pgen *g, const struct node *node)
{
	if (g->gen->env.strsize_bytes % 8 == 0 || !is_text_array(node))
		return false;
	pgen_error(g, node->loc, "an array of strings can be used as a whole "
		   "only if strsize is a multiple of 8; use its elements");
	return true;
}

/*
 * A string variable may be assigned another one, or itself plus more text, so
 * the sizes are found by iteration; one that keeps growing gets the largest
 * size.
 */
void gen_var_scan(struct gen *gen, const struct program *program)
{
	struct scan scan = { .gen = gen };
	int round = 0;

	set_strings(gen, program, 8);
	walk_all(&scan, program, scan_whole);
	set_whole(gen);
	do {
		scan.has_changed = false;
		walk_all(&scan, program, scan_string);
	} while (scan.has_changed && ++round < SCAN_ROUND_MAX);
	if (scan.has_changed)
		set_strings(gen, program, pad8(gen->env.strsize_bytes));
	walk_all(&scan, program, scan_keys);
}

/* ------------------------------------------------------------------ places */

enum {
	SHARER_BYTES = 8, /* the array's number */
	STACK_KEY_BYTES = 1056, /* a tuple with a stack of the default length */
};

/* The size of a tuple where arrays share maps: of a few, so maps are few. */
static uint32_t shared_tuple_bytes(uint32_t bytes)
{
	static const uint32_t steps[] = { 32, 128, 512, STACK_KEY_BYTES,
					  GEN_KEY_MAX_BYTES };

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (bytes <= steps[i])
			return steps[i];
	return bytes;
}

/*
 * The map of an array: its own, as long as there are few, or else one for all
 * arrays of similar sizes, where the array's number comes before its key tuple.
 */
static struct dyn_layout *choose_dyn(struct gen *gen, struct gen_var *var,
				     uint32_t key_bytes, uint32_t value_bytes)
{
	struct gen_result *result = &gen->result;
	bool is_own = gen->dyn_map_cnt < gen->map_limits.dyn_max;
	struct dyn_layout *dyn;
	uint32_t i = 0;

	if (!is_own)
		key_bytes = shared_tuple_bytes(key_bytes + SHARER_BYTES);
	while (i < result->dyns.cnt &&
	       (is_own || !result->dyns.v[i].sharer_cnt ||
		result->dyns.v[i].key_bytes != key_bytes ||
		result->dyns.v[i].value_bytes != value_bytes))
		i++;
	var->dyn_idx = i;
	dyn = i < result->dyns.cnt ? &result->dyns.v[i] :
				     vec_add(&result->dyns);
	dyn->key_bytes = key_bytes;
	dyn->value_bytes = value_bytes;
	if (is_own)
		gen->dyn_map_cnt++;
	else
		var->sharer = ++dyn->sharer_cnt;
	return dyn;
}

static void place_dyn(struct pgen *g, struct gen_var *var)
{
	struct gen *gen = g->gen;
	const struct ident *ident = var->ident;
	uint64_t key_bytes = ident->kind == IDENT_SELF ? 8 : 0;
	struct dyn_layout *dyn;

	for (size_t i = 0; i < ident->key_cnt; i++)
		key_bytes += gen_var_key_bytes(gen, var, i);
	dyn = choose_dyn(gen, var, (uint32_t)key_bytes,
			 gen_var_bytes(gen, ident));
	if (!dyn->ident)
		dyn->ident = ident;
	key_bytes = dyn->key_bytes;
	if (key_bytes > GEN_KEY_MAX_BYTES)
		pgen_error(g, ident->loc,
			   "keys of %s[ ] take %llu bytes, the limit is %d; "
			   "use shorter strings",
			   ident->name, (unsigned long long)key_bytes,
			   GEN_KEY_MAX_BYTES);
}

static void place_bytes(struct pgen *g, struct gen_var *var)
{
	bool is_self = var->ident->kind == IDENT_SELF;
	uint32_t *end = is_self ? &g->gen->result.self_bytes :
				  &g->gen->result.global_bytes;
	uint32_t max = is_self ? GEN_SELF_MAX_BYTES : GEN_GLOBAL_MAX_BYTES;
	uint32_t bytes = gen_var_bytes(g->gen, var->ident);

	if (bytes > max - *end) {
		pgen_error(g, var->ident->loc,
			   "%s variables take more than %u bytes",
			   is_self ? "thread-local" : "global", max);
		return;
	}
	var->off = *end;
	*end += bytes;
	if (!is_self && var->ident->is_counter)
		vec_push(&g->gen->result.counter_offs, var->off);
}

const struct gen_var *gen_var_placed(struct pgen *g, const struct ident *ident)
{
	struct gen_var *var = gen_var(g->gen, ident);

	if (!var->is_placed && ident->is_assoc)
		place_dyn(g, var);
	else if (!var->is_placed && ident->kind != IDENT_THIS)
		place_bytes(g, var);
	var->is_placed = true;
	return var;
}

/* How many arrays have a part of dynvarsize in this map. */
static size_t part_cnt(const struct dyn_layout *dyn)
{
	if (dyn->use == DYN_BACKS || dyn->use == DYN_LOCKS)
		return 0;
	return dyn->sharer_cnt ? dyn->sharer_cnt : 1;
}

/* How many elements of @bytes fit into a part of dynvarsize. */
static uint32_t elem_max(const struct gen *gen, uint32_t bytes, size_t parts,
			 size_t own_parts)
{
	uint64_t max = gen->env.dynvarsize_bytes / parts * own_parts /
		(bytes + ELEM_OVERHEAD_BYTES);

	return max < 1		     ? 1 :
		max < UINT32_MAX / 2 ? (uint32_t)max :
				       UINT32_MAX / 2;
}

void gen_var_finish(struct gen *gen)
{
	struct gen_result *result = &gen->result;
	bool is_hash = result->self_bytes && !gen->env.has_task_storage;
	size_t parts = is_hash;

	for (size_t i = 0; i < result->dyns.cnt; i++)
		parts += part_cnt(&result->dyns.v[i]);

	for (size_t i = 0; i < result->dyns.cnt; i++) {
		struct dyn_layout *dyn = &result->dyns.v[i];

		dyn->elem_max = dyn->use == DYN_BACKS ? BACK_MAX :
			dyn->use == DYN_LOCKS ? LOCK_THREAD_MAX :
			elem_max(gen, dyn->key_bytes + dyn->value_bytes, parts,
				 part_cnt(dyn));
	}
	if (is_hash)
		result->self_max = elem_max(gen, 8 + result->self_bytes, parts,
					    1);
}
