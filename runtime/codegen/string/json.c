/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * json(text, path): the library walks the text once and finds the value in
 * place; nothing is copied before.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/value/builtins.h"

/* From struct json_state in runtime/bpf. */
enum { JSON_STATE_WORDS = 18, JSON_BEGIN = 16, JSON_LEN = 17 };

enum { JSON_STEP_TURNS = 1024 }; /* characters per call */

/* A turn handles one character of the text or of the path, or an end. */
static void walk(struct pgen *g, const struct text *state, uint32_t turns)
{
	uint32_t ended, done = ir_label(g->f);

	for (uint32_t at = 0; at < turns; at += JSON_STEP_TURNS) {
		ended = text_lib(g, json_find, val_reg(state->off));
		if (at + JSON_STEP_TURNS < turns)
			ir_branch(g->f, BPF_JNE, ended, val_imm(0), done);
	}
	ir_bind(g->f, done);
}

static void string_json(struct pgen *g, const struct node *node,
			struct mem dst, uint32_t bytes)
{
	struct text text = text_arg(g, node->call.args);
	struct text path = text_arg(g, node->call.args->next);
	struct text state = text_new(g, JSON_STATE_WORDS * 8);
	uint32_t begin = ir_reg(g->f), len = ir_reg(g->f);

	gen_zero(g, state.mem, JSON_STATE_WORDS * 8);
	gen_mem_store(g, state.mem, 8, val_reg(text.off));
	gen_mem_store(g, mem_at(state.mem, 8), 8, val_reg(path.off));
	walk(g, &state, text.bytes + path.bytes + 2);
	ir_load(g->f, begin, state.mem.base,
		state.mem.off + JSON_BEGIN * 8, 8);
	ir_load(g->f, len, state.mem.base, state.mem.off + JSON_LEN * 8, 8);
	ir_alu(g->f, BPF_ADD, begin, val_reg(text.off));
	text_return(g, dst, bytes, begin, len);
}

const struct name_gen gen_subr_json = {
	.string = string_json,
	.string_bytes = text_bytes_first,
};
