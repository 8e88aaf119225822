/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Strings in scratch memory, and the simpler subroutines: length, joining,
 * substrings, case, numbers. text.h describes the method.
 *
 *	strjoin(execname, "!")	s = slot + 0; t = slot + 24
 *				n = str_len(s); str_put(dst, 24, 0, s, n)
 *				str_put(dst, 24, n, t, 1)
 */
#include <string.h>

#include "runtime/codegen/string/text.h"

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

/* Returns a new register: @reg + @add. */
static uint32_t plus(struct pgen *g, uint32_t reg, int64_t add)
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
		from = plus(g, text->off, at);
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

/* Returns the most characters that a result can have. */
static uint32_t room_chars(const struct pgen *g, const struct text *result)
{
	uint32_t most = g->gen->env.strsize_bytes;

	return (result->bytes < most ? result->bytes : most) - 1;
}

void text_put(struct pgen *g, const struct text *result, struct ir_val at,
	      uint32_t from, uint32_t len)
{
	struct ir_func *f = g->f;
	uint32_t pos = text_reg(g, at), room, step;

	from = text_reg(g, val_reg(from));
	len = text_reg(g, val_reg(len));
	room = text_reg(g, val_imm(room_chars(g, result)));
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

/* ---------------------------------------------------------- strlen, strjoin */

static uint32_t value_strlen(struct pgen *g, const struct node *node)
{
	struct text text;

	if (g->abi->context == ABI_DIRECT)
		return gen_string_length_direct(g, node->call.args);
	text = text_arg(g, node->call.args);
	return text_len(g, &text);
}
const struct name_gen gen_subr_strlen = { .value = value_strlen };

static void string_strjoin(struct pgen *g, const struct node *node,
			   struct mem dst, uint32_t bytes)
{
	struct text a = text_arg(g, node->call.args);
	struct text b = text_arg(g, node->call.args->next);
	struct text result = text_result(g, dst, bytes);
	uint32_t at;

	a.off = gen_scratch_off(g, a.mem); /* late, as above */
	at = text_len(g, &a);
	text_put(g, &result, val_imm(0), a.off, at);
	text_min(g, at, val_imm(room_chars(g, &result)));
	text_put(g, &result, val_reg(at), b.off, text_len(g, &b));
	text_finish(g, &result, dst);
}

static uint32_t bytes_strjoin(const struct gen *gen, const struct node *node)
{
	return text_room(gen,
			 (uint64_t)gen_string_bytes(gen, node->call.args) +
				 gen_string_bytes(gen, node->call.args->next) -
				 1);
}
const struct name_gen gen_subr_strjoin = {
	.string = string_strjoin,
	.string_bytes = bytes_strjoin,
};

/* ------------------------------------------------------------------ substr */

/*
 * A negative @start counts from the end; a part that begins before the string
 * is truncated to the string.
 */
static void substr_start(struct pgen *g, uint32_t start, uint32_t len,
			 uint32_t rest)
{
	struct ir_func *f = g->f;
	uint32_t good = ir_label(f), sum;

	ir_branch(f, BPF_JSGE, start, val_imm(0), good);
	ir_alu(f, BPF_ADD, start, val_reg(len));
	ir_branch(f, BPF_JSGE, start, val_imm(0), good);
	sum = ir_copy(f, val_reg(start));
	ir_alu(f, BPF_ADD, sum, val_reg(rest));
	ir_branch(f, BPF_JSLE, sum, val_imm(0), good);
	ir_mov(f, rest, val_reg(sum));
	ir_mov(f, start, val_imm(0));
	ir_bind(f, good);
}

/* rest = length of the part: 0 outside, at most to the end or @len */
static void substr_rest(struct pgen *g, uint32_t start, uint32_t len,
			uint32_t rest)
{
	struct ir_func *f = g->f;
	uint32_t none = ir_label(f), end = ir_label(f), cut = ir_label(f);
	uint32_t most = ir_copy(f, val_reg(len));

	ir_alu(f, BPF_SUB, most, val_reg(start));
	ir_branch(f, BPF_JSLT, start, val_imm(0), none);
	ir_branch(f, BPF_JSLE, most, val_imm(0), none);
	ir_branch(f, BPF_JSGE, rest, val_imm(0), cut);
	ir_alu(f, BPF_ADD, rest, val_reg(most));
	ir_bind(f, cut);
	text_min(g, rest, val_reg(most));
	ir_jump(f, end);
	ir_bind(f, none);
	ir_mov(f, start, val_imm(0));
	ir_mov(f, rest, val_imm(0));
	ir_bind(f, end);
}

static void string_substr(struct pgen *g, const struct node *node,
			  struct mem dst, uint32_t bytes)
{
	const struct node *start_arg = text_call_arg(node, 1);
	struct text text = text_arg(g, node->call.args);
	uint32_t start, rest, len;

	start = text_reg(g, val_reg(gen_expr(g, start_arg)));
	rest = text_reg(g,
			start_arg->next ?
				val_reg(gen_expr(g, start_arg->next)) :
				val_imm(1 << 30));
	len = text_len(g, &text);
	substr_start(g, start, len, rest);
	substr_rest(g, start, len, rest);
	ir_alu(g->f, BPF_ADD, start, val_reg(text.off));
	text_return(g, dst, bytes, start, rest);
}

static uint32_t bytes_substr(const struct gen *gen, const struct node *node)
{
	const struct node *len = text_call_arg(node, 2);
	uint32_t bytes = text_bytes_first(gen, node);

	if (len)
		len = strip_casts(len);
	if (len && len->kind == NODE_INT && len->integer.value < bytes)
		return text_room(gen, len->integer.value + 1);
	return bytes;
}
const struct name_gen gen_subr_substr = {
	.string = string_substr,
	.string_bytes = bytes_substr,
};

/* -------------------------------------------------------- toupper, tolower */

static void string_case(struct pgen *g, const struct node *node, struct mem dst,
			uint32_t bytes, char first)
{
	struct text result = text_result(g, dst, bytes);

	gen_string(g, node->call.args, result.mem, bytes);
	for (uint32_t at = 0; at < bytes; at += TEXT_STEP_BYTES)
		text_lib(g, str_flip_case, val_reg(plus(g, result.off, at)),
			 val_imm(bytes - at), val_imm(first));
	text_finish(g, &result, dst);
}

static void string_toupper(struct pgen *g, const struct node *node,
			   struct mem dst, uint32_t bytes)
{
	string_case(g, node, dst, bytes, 'a');
}
const struct name_gen gen_subr_toupper = {
	.string = string_toupper,
	.string_bytes = text_bytes_first,
};

static void string_tolower(struct pgen *g, const struct node *node,
			   struct mem dst, uint32_t bytes)
{
	string_case(g, node, dst, bytes, 'A');
}
const struct name_gen gen_subr_tolower = {
	.string = string_tolower,
	.string_bytes = text_bytes_first,
};

/* -------------------------------------------------------- lltostr, strtoll */

/*
 * Returns the base of a number, 10 without an argument; faults unless 2 to 36.
 */
static struct ir_val number_base(struct pgen *g, const struct node *arg)
{
	struct ir_func *f = g->f;
	uint32_t base, range, good;

	if (!arg)
		return val_imm(10);
	base = gen_expr(g, arg);
	range = plus(g, base, -2);
	good = ir_label(f);
	ir_branch(f, BPF_JLE, range, val_imm(34), good);
	gen_fault(g, FAULT_ILLOP, val_imm(0));
	ir_bind(f, good);
	return val_reg(base);
}

enum { NUMBER_TEXT_BYTES = 72 }; /* NUMBER_END of runtime/bpf */

static void string_lltostr(struct pgen *g, const struct node *node,
			   struct mem dst, uint32_t bytes)
{
	uint32_t value = gen_expr(g, node->call.args), from, len;
	struct ir_val base = number_base(g, node->call.args->next);
	struct text text = text_new(g, NUMBER_TEXT_BYTES);

	from = text_reg(g,
			val_reg(text_lib(g, number_str, val_reg(text.off),
					 val_reg(value), base)));
	len = text_reg(g, val_imm(NUMBER_TEXT_BYTES));
	ir_alu(g->f, BPF_SUB, len, val_reg(from));
	ir_alu(g->f, BPF_ADD, from, val_reg(text.off));
	text_return(g, dst, bytes, from, len);
}

static uint32_t bytes_lltostr(const struct gen *gen, const struct node *node)
{
	const struct node *base = text_call_arg(node, 1);
	uint64_t value = 10;

	if (base)
		base = strip_casts(base);
	if (base)
		value = base->kind == NODE_INT ? base->integer.value : 2;
	/* octal: a leading 0 and 22 digits */
	return text_room(gen, value >= 8 ? 24 : NUMBER_TEXT_BYTES);
}
const struct name_gen gen_subr_lltostr = {
	.string = string_lltostr,
	.string_bytes = bytes_lltostr,
};

static uint32_t value_strtoll(struct pgen *g, const struct node *node)
{
	struct text text = text_arg(g, node->call.args);
	struct ir_val base = number_base(g, node->call.args->next);

	return text_lib(g, str_number, val_reg(text.off), base);
}
const struct name_gen gen_subr_strtoll = { .value = value_strtoll };
