// SPDX-License-Identifier: BSD-2-Clause
/*
 * Hash maps that the generator uses for itself, beside those of associative
 * arrays.
 */
#include <errno.h>

#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/value/lvalue.h"
#include "runtime/codegen/value/value.h"

struct ir_val gen_own_map(struct pgen *g, enum dyn_use use, uint32_t key_bytes,
			  uint32_t value_bytes)
{
	struct gen_result *result = &g->gen->result;
	struct dyn_layout *dyn;
	uint32_t i = 0;

	while (i < result->dyns.cnt && result->dyns.v[i].use != use)
		i++;
	if (i == result->dyns.cnt) {
		dyn = vec_add(&result->dyns);
		dyn->use = use;
		dyn->key_bytes = key_bytes;
		dyn->value_bytes = value_bytes;
	}
	return val_map(MAP_DYN, i);
}

void gen_map_delete(struct pgen *g, struct ir_val map, struct mem key)
{
	uint32_t done = ir_label(g->f);
	uint32_t err = ir_helper(g->f, map_delete_elem, map,
				 gen_mem_addr(g, key));

	/* before Linux 6.4 the map returns an int, whose sign is not extended */
	gen_extend(g, err, 4, true);
	ir_branch(g->f, BPF_JEQ, err, val_imm(0), done);
	ir_branch(g->f, BPF_JEQ, err, val_imm(-ENOENT), done);
	gen_count_cpu(g, CNT_DYN_DROPPED);
	ir_bind(g->f, done);
}
