// SPDX-License-Identifier: BSD-2-Clause
/*
 * Tables of words in the map of names, and the row that a firing's tag has in
 * tables that are indexed by tag.
 */
#include "runtime/codegen/probe/probe.h"

uint32_t gen_names_words(struct pgen *g, const uint64_t *words, uint32_t cnt,
			 uint32_t room)
{
	uint32_t off = (uint32_t)g->gen->result.names.cnt;

	for (uint32_t i = 0; i < room; i++) {
		uint64_t word = i < cnt ? words[i] : ~0ull;

		for (int byte = 0; byte < 8; byte++)
			vec_push(&g->gen->result.names,
				 (char)(word >> byte * 8));
	}
	return off;
}

uint32_t gen_tag_row(struct pgen *g, uint32_t none)
{
	const struct abi_names *names = &g->abi->names;
	struct ir_func *f = g->f;
	uint32_t row = ir_copy(f, val_reg(g->firing.tag)), low, done;

	ir_zext32(f, row);
	if (names->high_tag) {
		low = ir_label(f);
		done = ir_label(f);
		ir_branch(f, BPF_JLT, row, val_imm(names->high_tag), low);
		ir_alu(f, BPF_SUB, row,
		       val_imm(names->high_tag - names->high_row));
		ir_jump(f, done);
		ir_bind(f, low);
		ir_branch(f, BPF_JGE, row, val_imm(names->high_row), none);
		ir_bind(f, done);
	}
	ir_branch(f, BPF_JGE, row, val_imm(names->tag_cnt), none);
	return row;
}
