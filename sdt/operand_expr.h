/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the operand grammars of all machines share: a scanner and constant
 * expressions. Used by sdt/arg*.c only.
 *
 * Parsers return NULL, or static text that says why the operand can't be
 * read; that text becomes sdt_arg.why.
 */
#ifndef DTRACE_SDT_OPERAND_EXPR_H
#define DTRACE_SDT_OPERAND_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sdt/arg.h"
#include "sdt/regs.h"

struct operand {
	const char *p; /* next byte */
	const char *end;
	const struct sdt_arg_env *env;
	int depth; /* of parentheses in an expression */
};

/* A sum of numbers and symbols. */
struct operand_value {
	uint64_t number;
	int vaddr_cnt; /* symbols added less symbols subtracted */
};

/* The next byte, or NUL at the end. */
char operand_peek(const struct operand *op);
/* Skips blanks; if @c is next, moves past it and returns true. */
bool operand_accept(struct operand *op, char c);
/* Skips blanks; whether nothing is left. */
bool operand_at_end(struct operand *op);
/* The word (letters and digits) at the scanner; *@len_ret may be 0. */
const char *operand_word(struct operand *op, size_t *len_ret);
/* Whether the @len bytes at @word are @text. */
bool operand_word_is(const char *word, size_t len, const char *text);
/* "8", "-0x10", "sym+4", "8+sym", "(1+2)*8"; the sum wraps at 64 bits. */
const char *operand_expr(struct operand *op, struct operand_value *ret);

/*
 * The whole operand of a machine. @arg has size and sign (size 0: not
 * given, the operand decides).
 */
const char *operand_parse_x86(struct operand *op, struct sdt_arg *arg);
const char *operand_parse_arm64(struct operand *op, struct sdt_arg *arg);

/* Makes @arg a constant: one symbol is an address, none a number. */
const char *operand_set_const(const struct operand_value *value,
			      struct sdt_arg *arg);

#endif
