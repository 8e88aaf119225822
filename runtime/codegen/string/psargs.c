/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * _usertext(begin, end): consecutive strings in user memory, joined by blanks.
 * The D library uses it for execargs and pr_psargs, with the addresses where
 * the kernel says a process's arguments are:
 *
 *	"ls\0-l\0/tmp\0"	-> "ls -l /tmp"
 *	"x: y\0\0\0\0\0\0"	-> "x: y"
 *
 * Longer text is truncated.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

/* Less of @len (register): NULs at the end, which a shorter title leaves. */
static void drop_nuls(struct pgen *g, const struct text *text, uint32_t len,
		      uint32_t bytes)
{
	for (uint32_t at = 0; at < bytes; at += TEXT_STEP_BYTES)
		ir_alu(g->f, BPF_SUB, len,
		       val_reg(text_lib(g, str_rspan, val_reg(text->off),
					val_reg(len), val_imm(0), val_imm(1))));
}

static void string_usertext(struct pgen *g, const struct node *node,
			    struct mem dst, uint32_t bytes)
{
	struct text result = text_result(g, dst, bytes);
	struct ir_func *f = g->f;
	uint32_t begin = gen_expr(g, node->call.args), len, fits;

	/* the last NUL is kept: do not read it */
	len = ir_copy(f, val_reg(gen_expr(g, node->call.args->next)));
	ir_alu(f, BPF_SUB, len, val_reg(begin));
	ir_alu(f, BPF_SUB, len, val_imm(1));
	fits = ir_label(f);
	ir_branch(f, BPF_JSGT, len, val_imm(0), fits);
	ir_mov(f, len, val_imm(0));
	ir_bind(f, fits);
	text_min(g, len, val_imm(text_room_chars(g, &result)));
	gen_zero(g, result.mem, bytes);
	gen_user_read(g, BPF_FUNC_probe_read_user, result.mem, val_reg(len),
		      begin);
	drop_nuls(g, &result, len, bytes);
	for (uint32_t at = 0; at < bytes; at += TEXT_STEP_BYTES) {
		uint32_t off = text_reg(g, val_reg(result.off));
		uint32_t left = text_reg(g, val_reg(len));

		ir_alu(f, BPF_ADD, off, val_imm(at));
		ir_alu(f, BPF_SUB, left, val_imm(at));
		text_lib(g, str_unnul, val_reg(off), val_reg(left));
	}
	text_finish(g, &result, dst);
}

static uint32_t bytes_usertext(const struct gen *gen, const struct node *node)
{
	(void)node;
	return text_room(gen, gen->env.strsize_bytes);
}
const struct name_gen gen_subr__usertext = {
	.string = string_usertext,
	.string_bytes = bytes_usertext,
	.reads_user = true,
};
