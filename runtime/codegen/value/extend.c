// SPDX-License-Identifier: BSD-2-Clause
/*
 * Integers narrower than a register.
 */
#include "runtime/codegen/gen_internal.h"
#include "runtime/codegen/value/value.h"

void gen_extend(struct pgen *g, uint32_t reg, uint32_t bytes, bool is_signed)
{
	int64_t shift = 64 - 8 * (int64_t)bytes;

	if (bytes == 0 || bytes >= 8)
		return;
	if (is_signed) {
		ir_alu(g->f, BPF_LSH, reg, val_imm(shift));
		ir_alu(g->f, BPF_ARSH, reg, val_imm(shift));
	} else if (bytes == 4) {
		ir_zext32(g->f, reg);
	} else {
		ir_alu(g->f, BPF_AND, reg, val_imm((1 << (8 * bytes)) - 1));
	}
}
