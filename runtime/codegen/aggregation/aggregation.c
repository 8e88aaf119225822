/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Aggregations: the layout of each (which keys, how many words, in which map),
 * and the statement that stores into it. The statement evaluates the keys and then
 * the arguments, as they stand in the text (@a[strtok(s, " ")] =
 * sum(strtoll(strtok(NULL, " ")))), finds the cell of this CPU (key_to_slot.c),
 * and updates it by the aggregating function (agg_update.h).
 */
#include "runtime/codegen/aggregation/agg_update.h"
#include "runtime/codegen/record/record_gen.h"
#include "runtime/codegen/value/value.h"

#define VAR(name, type, flags)
#define SUBR(name, proto, flags)
#define ACT(name, proto, flags)
#define AGG(name, proto, flags) [AGG_##name] = &gen_agg_##name,
static const struct agg_gen *const agg_gens[AGG_CNT] = {
#include "lang/table/builtins.def"
};

/* ------------------------------------------------------------------ layout */

static void add_key(struct gen *gen, const struct gen_agg_info *info,
		    struct agg_layout *agg, const struct type *type, size_t i)
{
	struct rec_field *key = &agg->keys[i];
	uint32_t align = 8;

	key->type = type;
	type = type_resolve(type);
	if (info->keys && rec_is_address(info->keys[i].kind)) {
		key->kind = info->keys[i].kind;
		key->size_bytes = info->keys[i].bytes;
		gen->result.has_user_addresses |=
			rec_is_user_address(key->kind);
	} else if (type_is_stringlike(type) && !type_is_scalar(type)) {
		uint32_t bytes = info->keys ? info->keys[i].bytes : 0;

		key->kind = REC_STRING;
		key->is_name = rec_is_name(agg->ident->key_names[i]);
		key->size_bytes =
			bytes ? bytes : (gen->env.strsize_bytes + 7) & ~7u;
	} else {
		key->kind = REC_INT;
		key->size_bytes = (uint32_t)type->size_bytes;
		key->is_signed = type_is_signed(type);
		align = key->size_bytes ? key->size_bytes : 1;
	}
	agg->key_bytes = (agg->key_bytes + align - 1) & ~(align - 1);
	key->offset_bytes = agg->key_bytes;
	agg->key_bytes += key->size_bytes;
}

static bool has_large_arrays(const struct gen *gen)
{
	const struct gen_env *env = &gen->env;

	return env->has_large_arrays && env->has_large_arrays(env->host_arg);
}

/*
 * Returns how many slots an aggregation may have: with the default aggsize as
 * many as cost little memory, with a larger one more in proportion (unless the
 * kernel limits a map to 4 MB), so that keys which did not fit can be made to
 * fit.
 */
static uint64_t slot_limit(const struct gen *gen, uint64_t slot_bytes)
{
	uint64_t limit = gen->env.aggsize_bytes / GEN_AGG_BYTES_PER_SLOT;
	uint64_t most = GEN_AGG_VALUES_MAX_BYTES / slot_bytes;

	if (limit > most)
		limit = most;
	return limit > GEN_AGG_SLOT_MAX && has_large_arrays(gen) ?
		limit :
		GEN_AGG_SLOT_MAX;
}

/* Returns what the value map may take. */
static uint64_t values_bytes(const struct gen *gen, uint64_t slot_bytes)
{
	const struct gen_env *env = &gen->env;

	return env->aggsize_large_bytes > env->aggsize_bytes &&
			env->aggsize_bytes / slot_bytes < GEN_AGG_SLOT_MAX &&
			has_large_arrays(gen) ?
		env->aggsize_large_bytes :
		env->aggsize_bytes;
}

/* Returns the largest number of slots that the value map's limit allows. */
static uint32_t slot_max(const struct gen *gen, const struct agg_layout *agg)
{
	uint64_t slot_bytes =
		(uint64_t)agg->value_words * 8 * gen->env.cell_max;
	uint64_t bytes = values_bytes(gen, slot_bytes);
	uint64_t max = bytes / slot_bytes;
	uint64_t limit = slot_limit(gen, slot_bytes);

	if (agg->is_shared) {
		slot_bytes += agg->is_recycled ? sizeof(uint64_t) : 0;
		max = bytes / AGG_SHARE_CNT / slot_bytes;
		limit = GEN_AGG_SLOT_MAX;
	}
	if (max < 1)
		return 1;
	return (uint32_t)(max < limit ? max : limit);
}

/*
 * Does the limit allow at least one key, with strings of strsize and a value
 * for each CPU?
 */
static bool holds_a_key(const struct gen *gen, const struct agg_layout *agg)
{
	uint64_t value_bytes = (uint64_t)agg->value_words * 8;
	uint64_t slot_bytes = value_bytes * gen->env.cell_max;
	uint64_t key_bytes = agg->key_bytes;

	for (size_t i = 0; i < agg->key_cnt; i++)
		key_bytes += rec_spared_bytes(&agg->keys[i],
					      gen->env.strsize_bytes);
	return slot_bytes <= values_bytes(gen, slot_bytes) &&
	       key_bytes + value_bytes <= gen->env.aggsize_bytes;
}

/* Rounds a tuple's size up to one of a few, so that few hashes are shared. */
static uint32_t shared_key_bytes(uint32_t bytes)
{
	for (size_t i = 0; i < AGG_SHARED_HASH_CNT; i++)
		if (bytes <= agg_shared_key_bytes[i])
			return agg_shared_key_bytes[i];
	return bytes;
}

static void place_agg(struct gen *gen, struct agg_layout *agg)
{
	uint32_t map_cnt;

	if (!agg->key_cnt) {
		agg->unkeyed_off = gen->unkeyed_bytes;
		gen->unkeyed_bytes += agg->value_words * 8;
		return;
	}
	agg->is_recycled = agg->ident->agg_is_truncated;
	agg->keeps_time = gen->env.overwrites;
	map_cnt = gen_agg_maps(agg->ident);
	agg->is_shared = gen->agg_map_cnt + map_cnt > gen->map_limits.agg_max;
	if (agg->is_shared)
		agg->key_bytes = shared_key_bytes(agg->key_bytes);
	else
		gen->agg_map_cnt += map_cnt;
	agg->slot_max = slot_max(gen, agg);
	agg->slot_cnt = holds_a_key(gen, agg) ? agg->slot_max : 0;
	agg->keyed_idx = (uint32_t)gen->keyed.cnt;
	*vec_add(&gen->keyed) = agg->id;
}

static uint32_t value_words(const struct ident *ident)
{
	const struct agg_gen *func = agg_gens[ident->agg_func];

	if (func->bucket_cnt)
		return func->bucket_cnt(ident->agg_params) + 1;
	return func->words;
}

const struct agg_layout *gen_agg_layout(struct gen *gen,
					const struct ident *ident)
{
	struct gen_agg_info *info;
	struct agg_layout *agg;

	while (gen->aggs.cnt <= ident->id) {
		vec_add(&gen->aggs);
		vec_add(&gen->result.aggs)->id =
			(uint32_t)gen->result.aggs.cnt - 1;
	}
	info = &gen->aggs.v[ident->id];
	agg = &gen->result.aggs.v[ident->id];
	if (info->has_layout)
		return agg;
	info->has_layout = true;
	agg->ident = ident;
	agg->id = ident->id;
	agg->key_cnt = ident->key_cnt;
	agg->value_words = value_words(ident);
	agg->stmt_cnt = info->stmt_cnt;
	agg->keys = arena_new_array(gen->arena, struct rec_field,
				    ident->key_cnt + 1);
	for (size_t i = 0; i < ident->key_cnt; i++)
		add_key(gen, info, agg, ident->key_types[i], i);
	agg->key_bytes = (agg->key_bytes + 7) & ~7u;
	place_agg(gen, agg);
	return agg;
}

/* --------------------------------------------------------------- statement */

void gen_agg_stmt(struct pgen *g, const struct node *stmt)
{
	const struct node *node = stmt->agg_stmt.agg;
	const struct node *arg = stmt->agg_stmt.call->call.args;
	struct agg_layout agg = *gen_agg_layout(g->gen, node->agg.ident);
	uint32_t args[AGG_ARG_MAX], done = ir_label(g->f);
	struct agg_update update = {
		.args = args,
		.params = node->agg.ident->agg_params,
	};
	struct mem record;
	unsigned int known;

	if (agg.key_bytes > GEN_KEY_MAX_BYTES) {
		pgen_error(g, node->loc,
			   "keys of @%s take %u bytes, the limit is %d; use "
			   "shorter strings",
			   node->agg.name, agg.key_bytes, GEN_KEY_MAX_BYTES);
		return;
	}
	record = gen_agg_key(g, &agg, node);
	for (int i = 0; i < AGG_ARG_MAX; i++) {
		args[i] = arg ? gen_expr(g, arg) : IR_NO_REG;
		arg = arg ? arg->next : NULL;
	}
	known = g->firing.known;
	update.cell = gen_agg_cell(g, &agg, node, record, done);
	agg_gens[agg.ident->agg_func]->update(g, &update);
	ir_bind(g->f, done);
	g->firing.known &= known;
}
