/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Strings in scratch memory, for all string subroutines: their arguments, their
 * lengths, and building of results. scratch_string.h describes the method.
 *
 *	strjoin(execname, "!")	s = slot + 0; t = slot + 24
 *				n = str_len(s); str_put(dst, 24, 0, s, n)
 *				str_put(dst, 24, n, t, 1)
 */
#include <string.h>

#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/value.h"

uint32_t text_reg(struct pgen *g, struct ir_val a)
{
	return ir_copy(g->f, a);
}

void text_min(struct pgen *g, uint32_t reg, struct ir_val most)
{
	uint32_t fits = ir_label(g->f);

	ir_branch(g->f, BPF_JSLE, reg, most, fits);
	ir_mov(g->f, reg, most);
	ir_bind(g->f, fits);
}

static struct text text_room_for(struct pgen *g, uint32_t bytes)
{
	struct text text = { .bytes = (bytes + 7) & ~7u };

	text.mem = gen_scratch_mem(g, text.bytes + 8);
	return text;
}

struct text text_new(struct pgen *g, uint32_t bytes)
{
	struct text text = text_room_for(g, bytes);

	text.off = gen_scratch_off(g, text.mem);
	return text;
}

struct text text_arg(struct pgen *g, const struct node *node)
{
	struct text text = text_room_for(g, gen_string_bytes(g->gen, node));

	gen_string(g, node, text.mem, text.bytes);
	gen_mem_store(g, mem_at(text.mem, (int32_t)text.bytes), 8, val_imm(0));
	/* compute it late, so that no register is kept meanwhile */
	text.off = gen_scratch_off(g, text.mem);
	node = strip_casts(node);
	if (node->kind == NODE_STRING) {
		text.constant = node->string.bytes;
		text.constant_len =
			strnlen(node->string.bytes, node->string.len);
		if (text.constant_len > g->gen->env.strsize_bytes - 1)
			text.constant_len = g->gen->env.strsize_bytes - 1;
	}
	return text;
}

uint32_t text_call(struct pgen *g, enum lib_func func,
		   const struct ir_val *args, uint32_t arg_cnt)
{
	return ir_call(g->f, CALL_LIB, func, args, arg_cnt);
}

uint32_t text_plus(struct pgen *g, uint32_t reg, int64_t add)
{
	uint32_t sum = ir_copy(g->f, val_reg(reg));

	ir_alu(g->f, BPF_ADD, sum, val_imm(add));
	return sum;
}

uint32_t text_len(struct pgen *g, const struct text *text)
{
	uint32_t len, done;

	if (text->constant)
		return text_reg(g, val_imm((int64_t)text->constant_len));
	done = ir_label(g->f);
	len = text_reg(g, val_reg(text_lib(g, str_len, val_reg(text->off))));
	for (uint32_t at = TEXT_STEP_BYTES; at < text->bytes;
	     at += TEXT_STEP_BYTES) {
		uint32_t from;

		ir_branch(g->f, BPF_JNE, len, val_imm(at), done);
		from = text_plus(g, text->off, at);
		ir_alu(g->f, BPF_ADD, len,
		       val_reg(text_lib(g, str_len, val_reg(from))));
	}
	ir_bind(g->f, done);
	return len;
}

/* ------------------------------------------------------------------ results */

bool text_is_scratch(const struct pgen *g, struct mem mem)
{
	return g->scratch.have != SCRATCH_NONE && mem.base.kind == VAL_REG &&
		mem.base.reg == g->scratch.slot;
}

struct text text_result(struct pgen *g, struct mem dst, uint32_t bytes)
{
	if (!text_is_scratch(g, dst))
		return text_new(g, bytes);
	return (struct text){
		.mem = dst,
		.off = gen_scratch_off(g, dst),
		.bytes = bytes,
	};
}

void text_finish(struct pgen *g, const struct text *result, struct mem dst)
{
	uint32_t word;

	if (text_is_scratch(g, dst))
		return;
	for (int32_t at = 0; at < (int32_t)result->bytes; at += 8) {
		word = ir_reg(g->f);
		ir_load(g->f, word, result->mem.base, result->mem.off + at, 8);
		gen_mem_store(g, mem_at(dst, at), 8, val_reg(word));
	}
}

void text_put_entry(struct pgen *g, uint32_t entry, uint32_t entry_bytes,
		    struct mem dst, uint32_t bytes)
{
	uint32_t most = entry_bytes < bytes ? entry_bytes : bytes, word;

	for (uint32_t at = 0; at < most; at += 8) {
		word = ir_reg(g->f);
		ir_load(g->f, word, val_reg(entry), (int32_t)at, 8);
		gen_mem_store(g, mem_at(dst, (int32_t)at), 8, val_reg(word));
	}
	if (most < entry_bytes)
		gen_mem_store(g, mem_at(dst, (int32_t)most - 1), 1, val_imm(0));
	gen_zero(g, mem_at(dst, (int32_t)most), bytes - most);
}

uint32_t text_room_chars(const struct pgen *g, const struct text *result)
{
	return gen_string_chars(g->gen, result->bytes);
}

void text_put(struct pgen *g, const struct text *result, struct ir_val at,
	      uint32_t from, uint32_t len)
{
	struct ir_func *f = g->f;
	uint32_t pos = text_reg(g, at), room, step;

	from = text_reg(g, val_reg(from));
	len = text_reg(g, val_reg(len));
	room = text_reg(g, val_imm(text_room_chars(g, result)));
	ir_alu(f, BPF_SUB, room, val_reg(pos));
	text_min(g, len, val_reg(room));
	text_lib(g, str_put, val_reg(result->off), val_imm(result->bytes),
		 val_reg(pos), val_reg(from), val_reg(len));
	for (uint32_t done = TEXT_STEP_BYTES; done < result->bytes;
	     done += TEXT_STEP_BYTES) {
		/* continue at its end, rounded down to a multiple of 8 */
		step = text_reg(g, val_reg(pos));
		ir_alu(f, BPF_AND, step, val_imm(7));
		ir_neg(f, step);
		ir_alu(f, BPF_ADD, step, val_imm(TEXT_STEP_BYTES));
		ir_alu(f, BPF_ADD, pos, val_reg(step));
		ir_alu(f, BPF_ADD, from, val_reg(step));
		ir_alu(f, BPF_SUB, len, val_reg(step));
		text_lib(g, str_put, val_reg(result->off),
			 val_imm(result->bytes), val_reg(pos), val_reg(from),
			 val_reg(len));
	}
}

void text_return(struct pgen *g, struct mem dst, uint32_t bytes, uint32_t from,
		 uint32_t len)
{
	struct text result = text_result(g, dst, bytes);

	text_put(g, &result, val_imm(0), from, len);
	text_finish(g, &result, dst);
}

const struct node *text_call_arg(const struct node *node, unsigned int idx)
{
	const struct node *arg = node->call.args;

	while (arg && idx--)
		arg = arg->next;
	return arg;
}

uint32_t text_room(const struct gen *gen, uint64_t bytes)
{
	if (bytes > gen->env.strsize_bytes)
		bytes = gen->env.strsize_bytes;
	return (uint32_t)((bytes + 7) & ~(uint64_t)7);
}

uint32_t text_bytes_first(const struct gen *gen, const struct node *node)
{
	return gen_string_bytes(gen, node->call.args);
}
