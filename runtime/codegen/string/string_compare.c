// SPDX-License-Identifier: BSD-2-Clause
/*
 * Comparison of strings. NULs follow the text to the last byte, so two strings
 * are equal if their words are equal, and are ordered as their words are as
 * big-endian numbers. Words of constants are immediates.
 *
 *	execname == "bash"	if ([fp-16] != 0x68736162) goto ...
 */
#include "lang/walk.h"
#include "runtime/codegen/memory/memory.h"
#include "runtime/codegen/string/string_expr.h"
#include "runtime/codegen/value/lvalue.h"

/* A string in memory, or a constant (text not NULL). */
struct str {
	struct mem mem;
	uint32_t bytes;
	const char *text;
	size_t len;
};

/* @needs_copy: what is evaluated before the comparison may change the variable. */
static struct str str_operand(struct pgen *g, const struct node *node,
			      bool needs_copy)
{
	const struct node *bare = strip_string_casts(node);
	struct str str = { .bytes = gen_string_bytes(g->gen, node) };

	if (bare->kind == NODE_STRING) {
		str.text = bare->string.bytes;
		str.len = gen_const_len(g->gen, bare);
		return str;
	}
	if (gen_is_var_memory(bare) && !gen_is_inner_string(bare) &&
	    !needs_copy) {
		struct place place = gen_place(g, bare);

		str.mem = gen_place_mem(g, &place);
		return str;
	}
	str.mem = gen_mem(g, str.bytes);
	gen_string(g, node, str.mem, str.bytes);
	return str;
}

static struct ir_val str_word(struct pgen *g, const struct str *str,
			      uint32_t idx, bool is_ordered)
{
	uint32_t reg;
	uint64_t word;

	if (str->text || idx * 8 >= str->bytes) {
		word = str->text ? gen_const_word(str->text, str->len, idx) : 0;
		if (is_ordered)
			word = __builtin_bswap64(word);
		return val_imm((int64_t)word);
	}
	reg = ir_reg(g->f);
	ir_load(g->f, reg, str->mem.base, str->mem.off + (int32_t)idx * 8, 8);
	if (is_ordered)
		ir_bswap64(g->f, reg);
	return val_reg(reg);
}

/*
 * Returns how many words to compare: after the shorter constant all are NULs.
 */
static uint32_t word_cnt(const struct str *a, const struct str *b)
{
	if (a->text)
		return a->bytes / 8;
	if (b->text)
		return b->bytes / 8;
	return (a->bytes > b->bytes ? a->bytes : b->bytes) / 8;
}

/*
 * Compares word by word. After its end a string has NULs, and a constant's last
 * word holds its NUL, so later words cannot matter if all are equal.
 */
static void compare_words(struct pgen *g, enum op op, const struct str *a,
			  const struct str *b, uint32_t yes, uint32_t no)
{
	bool is_ordered = op != OP_EQ && op != OP_NE;
	bool is_less = op == OP_LT || op == OP_LE;
	uint32_t cnt = word_cnt(a, b);

	for (uint32_t i = 0; i < cnt; i++) {
		struct ir_val left = str_word(g, a, i, is_ordered);
		struct ir_val right = str_word(g, b, i, is_ordered);
		uint32_t reg =
			left.kind == VAL_REG ? left.reg : ir_copy(g->f, left);

		if (!is_ordered) {
			ir_branch(g->f, BPF_JNE, reg, right,
				  op == OP_NE ? yes : no);
			continue;
		}
		ir_branch(g->f, BPF_JLT, reg, right, is_less ? yes : no);
		ir_branch(g->f, BPF_JGT, reg, right, is_less ? no : yes);
	}
	ir_jump(g->f, op == OP_EQ || op == OP_LE || op == OP_GE ? yes : no);
}

/*
 * A comparison of a string with a number can only be a test for NULL: is the
 * string empty?
 */
static void null_test(struct pgen *g, const struct node *node, enum op op,
		      uint32_t yes, uint32_t no)
{
	const struct node *side = gen_is_string(node->binary.left) ?
		node->binary.left :
		node->binary.right;
	static const char empty[] = "";
	struct str a, b = { .text = empty, .bytes = 8 };

	if (gen_is_var(strip_string_casts(side))) {
		a = (struct str){ .mem = gen_mem(g, 8), .bytes = 8 };
		gen_string(g, side, a.mem, 8);
	} else {
		a = str_operand(g, side, false);
	}

	compare_words(g, op, &a, &b, yes, no);
}

void gen_string_branch(struct pgen *g, const struct node *node, bool sense,
		       uint32_t label)
{
	const struct node *left = node->binary.left;
	const struct node *right = node->binary.right;
	struct gen_temps temps = gen_temps_mark(g);
	uint32_t here = ir_label(g->f);
	uint32_t yes = sense ? label : here, no = sense ? here : label;

	if (gen_is_string(left) && gen_is_string(right)) {
		struct str a =
			str_operand(g, left, node_has_effect(right, false));
		struct str b = str_operand(g, right, false);

		compare_words(g, node->binary.op, &a, &b, yes, no);
	} else {
		null_test(g, node, node->binary.op, yes, no);
	}
	ir_bind(g->f, here);
	gen_temps_release(g, temps);
}
