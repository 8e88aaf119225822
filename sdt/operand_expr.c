// SPDX-License-Identifier: BSD-2-Clause
/*
 * Scanner and constant expressions for operands, as assemblers write them:
 *
 *	8	-0x10	0777	sym	sym+8	8+sym	sym-4	(1+2)*8
 *
 * A symbol counts as +1 or -1 address: "sym+4" is an address, "end-start" a
 * number; any other sum has no meaning outside the assembler.
 */
#include "sdt/operand_expr.h"

#include <errno.h>
#include <string.h>

enum { PAREN_DEPTH_MAX = 8 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_symbol_start(char c)
{
	return is_letter(c) || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

static bool is_symbol_char(char c)
{
	return is_symbol_start(c) || is_digit(c) || c == '$';
}

static void skip_blanks(struct operand *op)
{
	while (op->p < op->end && (*op->p == ' ' || *op->p == '\t'))
		op->p++;
}

char operand_peek(const struct operand *op)
{
	return op->p < op->end ? *op->p : '\0';
}

bool operand_accept(struct operand *op, char c)
{
	skip_blanks(op);
	if (op->p == op->end || *op->p != c)
		return false;
	op->p++;
	return true;
}

bool operand_at_end(struct operand *op)
{
	skip_blanks(op);
	return op->p == op->end;
}

const char *operand_word(struct operand *op, size_t *len_ret)
{
	const char *word;

	skip_blanks(op);
	word = op->p;
	while (is_letter(operand_peek(op)) || is_digit(operand_peek(op)))
		op->p++;
	*len_ret = op->p - word;
	return word;
}

bool operand_word_is(const char *word, size_t len, const char *text)
{
	return strlen(text) == len && !memcmp(word, text, len);
}

/* The digit's value, or 99. */
static unsigned digit_value(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

/* "0" alone is a number of base 8 with one digit. */
static unsigned number_base(struct operand *op)
{
	if (operand_peek(op) != '0')
		return 10;
	if (op->end - op->p > 1 && (op->p[1] == 'x' || op->p[1] == 'X')) {
		op->p += 2;
		return 16;
	}
	return 8;
}

static const char *parse_number(struct operand *op, uint64_t *ret)
{
	unsigned base = number_base(op);
	const char *start = op->p;
	uint64_t number = 0;

	while (digit_value(operand_peek(op)) < base) {
		unsigned digit = digit_value(*op->p++);

		if (number > (UINT64_MAX - digit) / base)
			return "a number does not fit in 64 bits";
		number = number * base + digit;
	}
	if (op->p == start || is_symbol_char(operand_peek(op)))
		return "malformed number";
	*ret = number;
	return NULL;
}

/* Checks what follows '@' after a symbol: NULL when the symbol itself is
 * meant. */
static const char *parse_modifier(struct operand *op)
{
	static const char *const tls[] = { "tpoff",    "TPOFF",	  "ntpoff",
					   "NTPOFF",   "dtpoff",  "DTPOFF",
					   "gottpoff", "GOTTPOFF" };
	size_t len;
	const char *word = operand_word(op, &len);

	if (operand_word_is(word, len, "PLT") ||
	    operand_word_is(word, len, "plt"))
		return NULL;
	for (size_t i = 0; i < sizeof(tls) / sizeof(tls[0]); i++)
		if (operand_word_is(word, len, tls[i]))
			return "a thread-local variable";
	return "an address in the linker's tables, not the value";
}

static const char *resolve_symbol(const struct sdt_arg_env *env,
				  const char *name, size_t len, uint64_t *ret)
{
	if (!env->resolve)
		return "symbols were not looked up";
	switch (env->resolve(env->resolve_ctx, name, len, ret)) {
	case 0:
		return NULL;
	case -ENOTUNIQ:
		return "several symbols have this name";
	case -ENOTSUP:
		return "a thread-local variable";
	case -EAGAIN:
		return "an address that is known only after linking";
	}
	if (len > 2 && !memcmp(name, ".L", 2))
		return "a local label, which no symbol table keeps";
	return "the file's symbol table does not have this symbol";
}

static const char *parse_symbol(struct operand *op, struct operand_value *ret)
{
	const char *name = op->p;
	size_t len;

	while (is_symbol_char(operand_peek(op)))
		op->p++;
	len = op->p - name;
	if (operand_peek(op) == '@') {
		const char *why;

		op->p++;
		why = parse_modifier(op);
		if (why)
			return why;
	}
	ret->vaddr_cnt = 1;
	return resolve_symbol(op->env, name, len, &ret->number);
}

static const char *parse_primary(struct operand *op, struct operand_value *ret)
{
	const char *why;

	*ret = (struct operand_value){ 0 };
	skip_blanks(op);
	if (is_digit(operand_peek(op)))
		return parse_number(op, &ret->number);
	if (is_symbol_start(operand_peek(op)))
		return parse_symbol(op, ret);
	if (!operand_accept(op, '('))
		return "malformed operand";
	if (++op->depth > PAREN_DEPTH_MAX)
		return "too many parentheses";
	why = operand_expr(op, ret);
	if (why)
		return why;
	op->depth--;
	return operand_accept(op, ')') ? NULL : "missing )";
}

static const char *parse_product(struct operand *op, struct operand_value *ret)
{
	const char *why = parse_primary(op, ret);

	while (!why && operand_accept(op, '*')) {
		struct operand_value factor;

		why = parse_primary(op, &factor);
		if (!why && (factor.vaddr_cnt || ret->vaddr_cnt))
			why = "a product of addresses";
		ret->number *= factor.number;
	}
	return why;
}

/* Leading signs: sets *@is_minus_ret. */
static bool accept_sign(struct operand *op, bool *is_minus_ret)
{
	if (operand_accept(op, '-')) {
		*is_minus_ret = true;
		return true;
	}
	*is_minus_ret = false;
	return operand_accept(op, '+');
}

const char *operand_expr(struct operand *op, struct operand_value *ret)
{
	struct operand_value sum = { 0 };
	bool is_minus;

	accept_sign(op, &is_minus);
	do {
		struct operand_value term;
		bool is_negated;
		const char *why;

		/* 8+-4 */
		accept_sign(op, &is_negated);
		why = parse_product(op, &term);
		if (why)
			return why;
		if (is_minus != is_negated) {
			term.number = -term.number;
			term.vaddr_cnt = -term.vaddr_cnt;
		}
		sum.number += term.number;
		sum.vaddr_cnt += term.vaddr_cnt;
	} while (accept_sign(op, &is_minus));
	*ret = sum;
	return NULL;
}

const char *operand_set_const(const struct operand_value *value,
			      struct sdt_arg *arg)
{
	if (value->vaddr_cnt != 0 && value->vaddr_cnt != 1)
		return "not a single address";
	arg->kind = SDT_ARG_CONST;
	arg->value = (int64_t)value->number;
	arg->is_vaddr = value->vaddr_cnt == 1;
	return NULL;
}
