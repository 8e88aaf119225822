// SPDX-License-Identifier: BSD-2-Clause
/*
 * Divides the maps that a program may use among aggregations with keys and
 * associative arrays. Where each can have its own, it has; else some share
 * maps, and the rest of the limit is what the first ones get:
 *
 *	20 aggregations, 40 arrays
 *	44 = 20 (10 aggregations) + 12 (10 aggregations) + 12 (40 arrays)
 *
 * Aggregations that share maps need AGG_SHARED_HASH_CNT + AGG_SHARED_VALUES_CNT
 * of them, arrays one for each combination of sizes (variable_layout.c), for
 * which GEN_DYN_SHARED_MAPS are set aside. The limit is one for each program,
 * but programs share maps, so all of the script are counted.
 */
#include "runtime/codegen/gen_internal.h"

enum { AGG_SHARED_MAPS = AGG_SHARED_HASH_CNT + AGG_SHARED_VALUES_CNT };

static uint32_t min_of(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

uint32_t gen_agg_maps(const struct ident *ident)
{
	return ident->agg_is_truncated ? 3 : 2;
}

static uint32_t count_arrays(struct ident *const *idents, size_t cnt)
{
	uint32_t array_cnt = 0;

	for (size_t i = 0; i < cnt; i++)
		array_cnt += idents[i]->is_assoc;
	return array_cnt;
}

void gen_map_limits_init(struct gen *gen, const struct program *program)
{
	struct gen_map_limits *limits = &gen->map_limits;
	uint32_t agg_maps = 0, array_cnt, least, left = GEN_KEYED_MAPS;

	for (size_t i = 0; i < program->aggs.cnt; i++)
		if (program->aggs.v[i]->key_cnt)
			agg_maps += gen_agg_maps(program->aggs.v[i]);
	array_cnt = count_arrays(program->globals.v, program->globals.cnt) +
		    count_arrays(program->selfs.v, program->selfs.cnt);
	/* what arrays need, if they share maps or are few */
	least = min_of(array_cnt, GEN_DYN_SHARED_MAPS);

	limits->agg_max = agg_maps;
	if (agg_maps > min_of(GEN_AGG_OWN_MAPS, left - least)) {
		left -= AGG_SHARED_MAPS;
		limits->agg_max = min_of(GEN_AGG_OWN_MAPS, left - least);
	}
	left -= limits->agg_max;
	limits->dyn_max = min_of(array_cnt, GEN_DYN_OWN_MAPS);
	if (array_cnt > min_of(left, GEN_DYN_OWN_MAPS)) {
		limits->shares_dyns = true;
		limits->dyn_max = min_of(GEN_DYN_OWN_MAPS, left - least);
	}
}
