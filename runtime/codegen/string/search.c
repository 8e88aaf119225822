/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Subroutines that search for a string or a character in a string. A pattern of
 * up to eight bytes, the usual case, is one word under a mask: then each
 * position costs one load and one comparison. A single byte is searched eight
 * positions at a time.
 *
 *	index(s, "ab")	word_find(s, strlen(s) - 1, 0x6261, 0xffff)
 *	index(s, "a")	byte_find(s, strlen(s), 0x61)
 */
#include <string.h>

#include "lang/builtin_flags.h"
#include "lang/walk.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/scratch_string.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/builtins.h"
#include "runtime/codegen/value/value.h"

/* The string to search for. */
struct pattern {
	struct text text;
	struct ir_val word, mask; /* up to 8 bytes; else VAL_NONE */
	struct ir_val len;
};

static struct pattern constant_pattern(struct text text)
{
	size_t len = text.constant_len;
	uint64_t word = 0,
		 mask = len == 8 ? UINT64_MAX : (UINT64_C(1) << len * 8) - 1;

	memcpy(&word, text.constant, len);
	return (struct pattern){
		.text = text,
		.word = val_imm((int64_t)word),
		.mask = val_imm((int64_t)mask),
		.len = val_imm((int64_t)len),
	};
}

/* A constant of up to 8 characters needs no memory. */
static bool is_word(const struct gen *gen, const struct node *node,
		    struct text *ret)
{
	node = strip_casts(node);
	if (node->kind != NODE_STRING)
		return false;
	ret->constant = node->string.bytes;
	ret->constant_len = strnlen(node->string.bytes, node->string.len);
	return ret->constant_len <= 8 &&
		ret->constant_len < gen->env.strsize_bytes;
}

static struct pattern pattern_arg(struct pgen *g, const struct node *node)
{
	struct text text = { 0 };
	struct pattern pattern;
	uint32_t word, mask, bits;

	if (is_word(g->gen, node, &text))
		return constant_pattern(text);
	text = text_arg(g, node);
	pattern = (struct pattern){ .text = text };
	pattern.len = val_reg(text_len(g, &text));
	if (text.bytes > 8)
		return pattern;
	word = ir_reg(g->f);
	ir_load(g->f, word, text.mem.base, text.mem.off, 8);
	/* at most 7 bytes: (1 << 8 * len) - 1 */
	bits = text_reg(g, pattern.len);
	ir_alu(g->f, BPF_LSH, bits, val_imm(3));
	mask = text_reg(g, val_imm(1));
	ir_alu(g->f, BPF_LSH, mask, val_reg(bits));
	ir_alu(g->f, BPF_ADD, mask, val_imm(-1));
	pattern.word = val_reg(word);
	pattern.mask = val_reg(mask);
	return pattern;
}

/* Positions per call, except for a single byte: see runtime/bpf. */
enum { FIND_STEP = 128 };

/* A search method. */
struct way {
	enum lib_func first, last;
	uint32_t step;
	unsigned int arg_cnt;
};

static struct way way_of(const struct pattern *pattern)
{
	static const struct way byte = { LIB_byte_find, LIB_byte_rfind,
					 TEXT_STEP_BYTES, 3 };
	static const struct way word = { LIB_word_find, LIB_word_rfind,
					 FIND_STEP, 4 };
	static const struct way string = { LIB_str_find, LIB_str_rfind,
					   FIND_STEP, 4 };
	static const struct way long_string = { LIB_str_find_long,
						LIB_str_rfind_long,
						FIND_STEP, 4 };

	if (pattern->mask.kind == VAL_IMM && pattern->mask.imm == 0xff)
		return byte;
	if (pattern->word.kind != VAL_NONE)
		return word;
	return pattern->text.bytes <= TEXT_STEP_BYTES ? string : long_string;
}

static uint32_t find_once(struct pgen *g, const struct pattern *pattern,
			  enum lib_func func, unsigned int arg_cnt,
			  uint32_t from, uint32_t cnt)
{
	bool is_short = pattern->word.kind != VAL_NONE;
	struct ir_val args[] = {
		val_reg(from),
		val_reg(cnt),
		is_short ? pattern->word : val_reg(pattern->text.off),
		is_short ? pattern->mask : pattern->len,
	};

	return text_call(g, func, args, arg_cnt);
}

/*
 * Returns the first position of @pattern in @text from @start on, or -1; @cnt
 * positions are possible. Modifies both registers.
 */
static uint32_t find_first(struct pgen *g, const struct text *text,
			   const struct pattern *pattern, uint32_t start,
			   uint32_t cnt)
{
	struct ir_func *f = g->f;
	uint32_t found = text_reg(g, val_imm(-1)), done = ir_label(f);
	uint32_t hit = ir_label(f), from;
	struct way way = way_of(pattern);

	for (uint32_t at = 0; at < text->bytes; at += way.step) {
		ir_branch(f, BPF_JSLE, cnt, val_imm(0), done);
		from = text_reg(g, val_reg(start));
		ir_alu(f, BPF_ADD, from, val_reg(text->off));
		ir_mov(f, found,
		       val_reg(find_once(g, pattern, way.first, way.arg_cnt,
					 from, cnt)));
		ir_branch(f, BPF_JSGE, found, val_imm(0), hit);
		ir_alu(f, BPF_ADD, start, val_imm(way.step));
		ir_alu(f, BPF_ADD, cnt, val_imm(-(int64_t)way.step));
	}
	ir_jump(f, done);
	ir_bind(f, hit);
	ir_alu(f, BPF_ADD, found, val_reg(start));
	ir_bind(f, done);
	return found;
}

/* Returns the last position below @cnt; modifies @cnt. */
static uint32_t find_last(struct pgen *g, const struct text *text,
			  const struct pattern *pattern, uint32_t cnt)
{
	struct ir_func *f = g->f;
	uint32_t found = text_reg(g, val_imm(-1)), done = ir_label(f);
	uint32_t base = text_reg(g, val_imm(0)), hit = ir_label(f), from;
	struct way way = way_of(pattern);

	for (uint32_t at = 0; at < text->bytes; at += way.step) {
		uint32_t low = ir_label(f), rest;

		ir_branch(f, BPF_JSLE, cnt, val_imm(0), done);
		ir_mov(f, base, val_imm(0));
		ir_branch(f, BPF_JSLE, cnt, val_imm(way.step), low);
		ir_mov(f, base, val_reg(cnt));
		ir_alu(f, BPF_ADD, base, val_imm(-(int64_t)way.step));
		ir_bind(f, low);
		from = text_reg(g, val_reg(base));
		ir_alu(f, BPF_ADD, from, val_reg(text->off));
		rest = text_reg(g, val_reg(cnt));
		ir_alu(f, BPF_SUB, rest, val_reg(base));
		ir_mov(f, found,
		       val_reg(find_once(g, pattern, way.last, way.arg_cnt,
					 from, rest)));
		ir_branch(f, BPF_JSGE, found, val_imm(0), hit);
		ir_mov(f, cnt, val_reg(base));
	}
	ir_jump(f, done);
	ir_bind(f, hit);
	ir_alu(f, BPF_ADD, found, val_reg(base));
	ir_bind(f, done);
	return found;
}

/*
 * Returns the number of possible positions: text length - pattern length + 1.
 */
static uint32_t positions(struct pgen *g, const struct text *text,
			  const struct pattern *pattern)
{
	uint32_t cnt = text_len(g, text);

	ir_alu(g->f, BPF_SUB, cnt, pattern->len);
	ir_alu(g->f, BPF_ADD, cnt, val_imm(1));
	return cnt;
}

/* ---------------------------------------------------------- index, rindex */

/* Returns the third argument, at least 0. */
static uint32_t start_arg(struct pgen *g, const struct node *arg)
{
	uint32_t start = text_reg(g, val_reg(gen_expr(g, arg)));
	uint32_t good = ir_label(g->f);

	ir_branch(g->f, BPF_JSGE, start, val_imm(0), good);
	ir_mov(g->f, start, val_imm(0));
	ir_bind(g->f, good);
	return start;
}

/* An empty pattern is found at the end of the text at the latest. */
static void cut_empty(struct pgen *g, const struct pattern *pattern,
		      uint32_t start, uint32_t cnt)
{
	uint32_t len = text_reg(g, pattern->len), full = ir_label(g->f), end;

	ir_branch(g->f, BPF_JNE, len, val_imm(0), full);
	end = text_reg(g, val_reg(cnt));
	ir_alu(g->f, BPF_ADD, end, val_imm(-1));
	text_min(g, start, val_reg(end));
	ir_bind(g->f, full);
}

static uint32_t value_index(struct pgen *g, const struct node *node)
{
	const struct node *third = text_call_arg(node, 2);
	struct text text = text_arg(g, node->call.args);
	struct pattern pattern = pattern_arg(g, node->call.args->next);
	uint32_t start = third ? start_arg(g, third) : text_reg(g, val_imm(0));
	uint32_t cnt = positions(g, &text, &pattern);

	if (third)
		cut_empty(g, &pattern, start, cnt);
	ir_alu(g->f, BPF_SUB, cnt, val_reg(start));
	return find_first(g, &text, &pattern, start, cnt);
}
const struct name_gen gen_subr_index = { .value = value_index };

/* Before the text, an empty pattern is not found; others start at 0. */
static void last_start(struct pgen *g, const struct pattern *pattern,
		       uint32_t start)
{
	uint32_t good = ir_label(g->f);

	ir_branch(g->f, BPF_JSGE, start, val_imm(0), good);
	ir_mov(g->f, start, val_imm(-1));
	ir_branch(g->f, BPF_JEQ, text_reg(g, pattern->len), val_imm(0), good);
	ir_mov(g->f, start, val_imm(0));
	ir_bind(g->f, good);
}

static uint32_t value_rindex(struct pgen *g, const struct node *node)
{
	const struct node *third = text_call_arg(node, 2);
	struct text text = text_arg(g, node->call.args);
	struct pattern pattern = pattern_arg(g, node->call.args->next);
	uint32_t start = third ? text_reg(g, val_reg(gen_expr(g, third))) : 0;
	uint32_t cnt = positions(g, &text, &pattern);

	if (third) {
		last_start(g, &pattern, start);
		ir_alu(g->f, BPF_ADD, start, val_imm(1));
		text_min(g, cnt, val_reg(start));
	}
	return find_last(g, &text, &pattern, cnt);
}
const struct name_gen gen_subr_rindex = { .value = value_rindex };

/* ------------------------------------------------ strchr, strrchr, strstr */

/* Returns @text from position @found on; an empty string if that is -1. */
static void return_tail(struct pgen *g, const struct text *text, uint32_t found,
			struct mem dst, uint32_t bytes)
{
	struct ir_func *f = g->f;
	uint32_t len = text_len(g, text), hit = ir_label(f);

	ir_branch(f, BPF_JSGE, found, val_imm(0), hit);
	ir_mov(f, found, val_reg(len));
	ir_bind(f, hit);
	ir_alu(f, BPF_SUB, len, val_reg(found));
	ir_alu(f, BPF_ADD, found, val_reg(text->off));
	text_return(g, dst, bytes, found, len);
}

/* The NUL at the end is a character that can be found. */
static void string_char(struct pgen *g, const struct node *node, struct mem dst,
			uint32_t bytes, bool is_last)
{
	struct text text = text_arg(g, node->call.args);
	uint32_t byte =
		text_reg(g, val_reg(gen_expr(g, node->call.args->next)));
	struct pattern pattern = {
		.word = val_reg(byte),
		.mask = val_imm(0xff),
		.len = val_imm(0),
	};
	uint32_t cnt = positions(g, &text, &pattern), found;

	ir_alu(g->f, BPF_AND, byte, val_imm(0xff));
	found = is_last ?
		find_last(g, &text, &pattern, cnt) :
		find_first(g, &text, &pattern, text_reg(g, val_imm(0)), cnt);
	return_tail(g, &text, found, dst, bytes);
}

static void string_strchr(struct pgen *g, const struct node *node,
			  struct mem dst, uint32_t bytes)
{
	string_char(g, node, dst, bytes, false);
}
const struct name_gen gen_subr_strchr = {
	.string = string_strchr,
	.string_bytes = text_bytes_first,
};

static void string_strrchr(struct pgen *g, const struct node *node,
			   struct mem dst, uint32_t bytes)
{
	string_char(g, node, dst, bytes, true);
}
const struct name_gen gen_subr_strrchr = {
	.string = string_strrchr,
	.string_bytes = text_bytes_first,
};

static void string_strstr(struct pgen *g, const struct node *node,
			  struct mem dst, uint32_t bytes)
{
	struct text text = text_arg(g, node->call.args);
	struct pattern pattern = pattern_arg(g, node->call.args->next);
	uint32_t cnt = positions(g, &text, &pattern);
	uint32_t found =
		find_first(g, &text, &pattern, text_reg(g, val_imm(0)), cnt);

	return_tail(g, &text, found, dst, bytes);
}
const struct name_gen gen_subr_strstr = {
	.string = string_strstr,
	.string_bytes = text_bytes_first,
};

/* ------------------------------------------------------------------ strtok */

/*
 * strtok()'s state, in the firing's part of scratch memory: a word that is 0
 * before the first call of a clause, else the next position plus 1; the string;
 * a zero word.
 */
enum { STRTOK_HEAD_BYTES = 8, SET_BYTES = 32 };

/* The state, from @at bytes on; it can be far into the firing's memory. */
static struct mem strtok_mem(struct pgen *g, int32_t at)
{
	return gen_mem_near(g, mem_at(g->this.strtok, at));
}

uint32_t gen_strtok_bytes(const struct gen *gen)
{
	return STRTOK_HEAD_BYTES + text_room(gen, UINT32_MAX) + 8;
}

static void find_strtok(const struct node *node, void *arg)
{
	bool *has = arg;

	*has |= calls_subr(node, SUBR_strtok);
}

void gen_strtok_begin(struct pgen *g)
{
	bool has = false;

	clause_walk(g->clause.ast, find_strtok, &has);
	if (has)
		gen_mem_store(g, strtok_mem(g, 0), 8, val_imm(0));
}

/* Returns the offset of a set with the bytes of the second argument. */
static uint32_t delimiter_set(struct pgen *g, const struct node *node)
{
	struct text text = text_arg(g, node), set = text_new(g, SET_BYTES);
	uint32_t len = text_len(g, &text);
	uint32_t from = text_reg(g, val_reg(text.off));

	gen_zero(g, set.mem, SET_BYTES);
	for (uint32_t at = 0; at < text.bytes; at += TEXT_STEP_BYTES) {
		text_lib(g, set_fill, val_reg(set.off), val_reg(from),
			 val_reg(len));
		ir_alu(g->f, BPF_ADD, from, val_imm(TEXT_STEP_BYTES));
		ir_alu(g->f, BPF_ADD, len, val_imm(-TEXT_STEP_BYTES));
	}
	return set.off;
}

/* Advances @pos over bytes that are in the set (or are not). */
static void span(struct pgen *g, const struct text *text, uint32_t pos,
		 uint32_t len, uint32_t set, bool is_in)
{
	struct ir_func *f = g->f;
	uint32_t done = ir_label(f), from, left, cnt;

	for (uint32_t at = 0; at < text->bytes; at += TEXT_STEP_BYTES) {
		from = text_reg(g, val_reg(pos));
		ir_alu(f, BPF_ADD, from, val_reg(text->off));
		left = text_reg(g, val_reg(len));
		ir_alu(f, BPF_SUB, left, val_reg(pos));
		cnt = text_lib(g, set_span, val_reg(from), val_reg(left),
			       val_reg(set), val_imm(is_in));
		ir_alu(f, BPF_ADD, pos, val_reg(cnt));
		ir_branch(f, BPF_JNE, cnt, val_imm(TEXT_STEP_BYTES), done);
	}
	ir_bind(f, done);
}

/* pos = where to continue; a fault if no string was given yet. */
static uint32_t strtok_position(struct pgen *g, const struct node *string,
				const struct text *text)
{
	uint32_t pos = text_reg(g, val_imm(1)), begun = ir_label(g->f);
	struct mem state;

	if (string->kind != NODE_INT) {
		gen_string(g, string, text->mem, text->bytes);
	} else {
		state = strtok_mem(g, 0);
		ir_load(g->f, pos, state.base, state.off, 8);
		ir_branch(g->f, BPF_JNE, pos, val_imm(0), begun);
		gen_fault(g, FAULT_BADADDR, val_imm(0));
		ir_bind(g->f, begun);
	}
	ir_alu(g->f, BPF_ADD, pos, val_imm(-1));
	return pos;
}

static void string_strtok(struct pgen *g, const struct node *node,
			  struct mem dst, uint32_t bytes)
{
	struct ir_func *f = g->f;
	struct text text = {
		.mem = strtok_mem(g, STRTOK_HEAD_BYTES),
		.off = text_reg(g, val_reg(g->this.strtok_off)),
		.bytes = text_room(g->gen, UINT32_MAX),
	};
	uint32_t pos = strtok_position(g, node->call.args, &text);
	uint32_t set = delimiter_set(g, node->call.args->next);
	uint32_t start, len, next, last = ir_label(f);

	ir_alu(f, BPF_ADD, text.off, val_imm(STRTOK_HEAD_BYTES));
	len = text_len(g, &text);
	span(g, &text, pos, len, set, true);
	start = text_reg(g, val_reg(pos));
	span(g, &text, pos, len, set, false);
	next = text_reg(g, val_reg(pos));
	ir_branch(f, BPF_JSGE, pos, val_reg(len), last);
	ir_alu(f, BPF_ADD, next, val_imm(1)); /* after the delimiter */
	ir_bind(f, last);
	ir_alu(f, BPF_ADD, next, val_imm(1));
	gen_mem_store(g, strtok_mem(g, 0), 8, val_reg(next));
	ir_alu(f, BPF_SUB, pos, val_reg(start));
	ir_alu(f, BPF_ADD, start, val_reg(text.off));
	text_return(g, dst, bytes, start, pos);
}

static uint32_t bytes_strtok(const struct gen *gen, const struct node *node)
{
	const struct node *string = node->call.args;

	return string->kind == NODE_INT ? text_room(gen, UINT32_MAX) :
					  gen_string_bytes(gen, string);
}

const struct name_gen gen_subr_strtok = {
	.string = string_strtok,
	.string_bytes = bytes_strtok,
};
