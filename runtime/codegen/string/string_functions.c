// SPDX-License-Identifier: BSD-2-Clause
/*
 * The simpler string subroutines: length, joining, substrings, case, numbers.
 * Those that look for something in a string are in search.c.
 */
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

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

	a.off = gen_scratch_off(g, a.mem); /* late, as in text_arg() */
	at = text_len(g, &a);
	text_put(g, &result, val_imm(0), a.off, at);
	text_min(g, at, val_imm(text_room_chars(g, &result)));
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
		text_lib(g, str_flip_case,
			 val_reg(text_plus(g, result.off, at)),
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
	range = text_plus(g, base, -2);
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
