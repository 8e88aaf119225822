/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Subroutines on paths, which are handled as text: no link is followed.
 *
 *	basename("/usr/lib//") = "lib"	dirname("/usr/lib//") = "/usr"
 *	cleanpath("/a//b/../c") = "/a/c"
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/value/builtins.h"

/* Shortens @len by the slashes (or other characters) at the end of the text. */
static void strip_end(struct pgen *g, const struct text *text, uint32_t len,
		      bool slashes)
{
	struct ir_func *f = g->f;
	uint32_t done = ir_label(f), cnt;

	for (uint32_t at = 0; at < text->bytes; at += TEXT_STEP_BYTES) {
		cnt = text_lib(g, str_rspan, val_reg(text->off), val_reg(len),
			       val_imm('/'), val_imm(slashes));
		ir_alu(f, BPF_SUB, len, val_reg(cnt));
		ir_branch(f, BPF_JNE, cnt, val_imm(TEXT_STEP_BYTES), done);
	}
	ir_bind(f, done);
}

/* The result: @len bytes of a path at offset @from, or one character. */
struct part {
	uint32_t from, len; /* registers */
	struct text single;
	uint32_t done;
};

static struct part part_begin(struct pgen *g)
{
	return (struct part){
		.from = ir_reg(g->f),
		.len = ir_reg(g->f),
		.single = text_new(g, 8),
		.done = ir_label(g->f),
	};
}

/* If @len is 0, the value is @character. */
static void single_if_empty(struct pgen *g, const struct part *part,
			    uint32_t len, char character)
{
	struct ir_func *f = g->f;
	uint32_t more = ir_label(f);

	ir_branch(f, BPF_JNE, len, val_imm(0), more);
	gen_mem_store(g, part->single.mem, 8, val_imm(character));
	ir_mov(f, part->from, val_reg(part->single.off));
	ir_mov(f, part->len, val_imm(1));
	ir_jump(f, part->done);
	ir_bind(f, more);
}

static void string_basename(struct pgen *g, const struct node *node,
			    struct mem dst, uint32_t bytes)
{
	struct text text = text_arg(g, node->call.args);
	struct part part = part_begin(g);
	uint32_t end = text_len(g, &text), start;

	single_if_empty(g, &part, end, '.');
	strip_end(g, &text, end, true);
	single_if_empty(g, &part, end, '/');
	start = text_reg(g, val_reg(end));
	strip_end(g, &text, start, false);
	ir_alu(g->f, BPF_SUB, end, val_reg(start));
	ir_alu(g->f, BPF_ADD, start, val_reg(text.off));
	ir_mov(g->f, part.from, val_reg(start));
	ir_mov(g->f, part.len, val_reg(end));
	ir_bind(g->f, part.done);
	text_return(g, dst, bytes, part.from, part.len);
}

const struct name_gen gen_subr_basename = {
	.string = string_basename,
	.string_bytes = text_bytes_first,
};

static void string_dirname(struct pgen *g, const struct node *node,
			   struct mem dst, uint32_t bytes)
{
	struct text text = text_arg(g, node->call.args);
	struct part part = part_begin(g);
	uint32_t end = text_len(g, &text);

	single_if_empty(g, &part, end, '.');
	strip_end(g, &text, end, true);
	single_if_empty(g, &part, end, '/');
	strip_end(g, &text, end, false);
	single_if_empty(g, &part, end, '.');
	strip_end(g, &text, end, true);
	single_if_empty(g, &part, end, '/');
	ir_mov(g->f, part.from, val_reg(text.off));
	ir_mov(g->f, part.len, val_reg(end));
	ir_bind(g->f, part.done);
	text_return(g, dst, bytes, part.from, part.len);
}

const struct name_gen gen_subr_dirname = {
	.string = string_dirname,
	.string_bytes = text_bytes_first,
};

/* --------------------------------------------------------------- cleanpath */

/* From path_clean() in runtime/bpf. */
enum {
	PATH_STATE_WORDS = 8,
	PATH_STEP_PARTS = 16,
	PATH_PIECE_BYTES = 240,
};

/*
 * One step of the library copies a part, or a piece of a long one, or removes
 * TEXT_STEP_BYTES of a long part.
 */
static void string_cleanpath(struct pgen *g, const struct node *node,
			     struct mem dst, uint32_t bytes)
{
	struct ir_func *f = g->f;
	struct text text = text_arg(g, node->call.args);
	struct text clean = text_new(g, text.bytes + 8);
	struct text state = text_new(g, PATH_STATE_WORDS * 8);
	uint32_t steps = text.bytes + text.bytes / PATH_PIECE_BYTES * 2;
	uint32_t len = text_len(g, &text), done = ir_label(f), ended;

	gen_zero(g, state.mem, PATH_STATE_WORDS * 8);
	for (uint32_t at = 0; at < steps; at += PATH_STEP_PARTS) {
		ended = text_lib(g, path_clean, val_reg(text.off), val_reg(len),
				 val_reg(clean.off), val_reg(state.off));
		if (at + PATH_STEP_PARTS < steps)
			ir_branch(f, BPF_JNE, ended, val_imm(0), done);
	}
	ir_bind(f, done);
	len = ir_reg(f);
	ir_load(f, len, state.mem.base, state.mem.off + 8, 8);
	text_return(g, dst, bytes, clean.off, len);
}

const struct name_gen gen_subr_cleanpath = {
	.string = string_cleanpath,
	.string_bytes = text_bytes_first,
};
