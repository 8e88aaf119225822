// SPDX-License-Identifier: BSD-2-Clause
/*
 * The values of constants: integers with suffix, character constants (up to
 * 8 characters make one integer, the first one highest), strings with their
 * escapes done, macro variables.
 *
 *	0x1FuL -> 31, SUFFIX_U | SUFFIX_L     'AB' -> 0x4142     "a\n" -> 2 bytes
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/nearest.h"
#include "lang/parse/parser.h"

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* "u", "ul", "LLU" ... as enum int_suffix bits, or -EINVAL. */
static int suffix_parse(const char *s, size_t len)
{
	int suffix = 0;

	for (size_t i = 0; i < len; i++) {
		if (s[i] == 'u' || s[i] == 'U') {
			if (suffix & SUFFIX_U)
				return -EINVAL;
			suffix |= SUFFIX_U;
		} else if (s[i] == 'l' || s[i] == 'L') {
			if (suffix & (SUFFIX_L | SUFFIX_LL))
				return -EINVAL;
			suffix |= SUFFIX_L;
			if (i + 1 < len && s[i + 1] == s[i]) {
				suffix ^= SUFFIX_L | SUFFIX_LL;
				i++;
			}
		} else {
			return -EINVAL;
		}
	}
	return suffix;
}

/* The value of `$1` is not in the text at @loc. */
static void report_overflow(struct parser *p, struct loc loc, const char *text,
			    size_t len)
{
	bool is_macro = loc.src && loc.begin < loc.src->len &&
			loc.src->text[loc.begin] == '$';

	diag_error(p->diags, loc, is_macro ? "D_MACRO_OFLOW" : "D_INT_OFLOW",
		   "integer %s %.*s cannot be represented in any built-in "
		   "integral type", is_macro ? "argument" : "constant",
		   (int)len, text);
}

/* A sign before it can only be from a macro argument; it makes two nodes. */
struct node *lex_integer(struct parser *p, struct loc loc, const char *text,
			 size_t len)
{
	struct node *node = node_new(p, NODE_INT, loc);
	bool is_negative = len && text[0] == '-', has_overflow = false;
	size_t i = len && (text[0] == '-' || text[0] == '+');
	uint64_t value = 0;
	int base = 10, suffix;

	if (len - i > 2 && text[i] == '0' && tolower(text[i + 1]) == 'x') {
		base = 16;
		i += 2;
	} else if (len - i > 1 && text[i] == '0') {
		base = 8;
		i++;
	}
	for (; i < len && digit_value(text[i]) < base; i++) {
		unsigned int digit = (unsigned int)digit_value(text[i]);

		if (__builtin_mul_overflow(value, (uint64_t)base, &value) ||
		    __builtin_add_overflow(value, digit, &value))
			has_overflow = true;
	}
	suffix = suffix_parse(text + i, len - i);
	if (suffix < 0)
		diag_error(p->diags, loc, "D_INT_DIGIT",
			   "invalid digit '%c' in integer constant",
			   isprint((unsigned char)text[i]) ? text[i] : '?');
	else if (has_overflow)
		report_overflow(p, loc, text, len);
	node->integer.value = value;
	node->integer.suffix = suffix < 0 ? 0 : (unsigned char)suffix;
	node->integer.is_decimal = base == 10;
	if (is_negative)
		return node_unary(p, OP_NEG, false, node, loc);
	return node;
}

/*
 * Reads one character of a constant, or an escape; moves *@i_ret past it.
 * Returns -1 if there is none (backslash and newline).
 */
static int unescape(const char *text, size_t len, size_t *i_ret)
{
	static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
	size_t i = *i_ret;
	char c = text[i++];
	int value = 0;
	const char *found;

	if (c != '\\' || i == len) {
		*i_ret = i;
		return (unsigned char)c;
	}
	c = text[i++];
	found = c ? strchr(letters, c) : NULL;
	if (c == '\n') {
		value = -1;
	} else if (found) {
		value = values[found - letters];
	} else if (c == 'x' && i < len && digit_value(text[i]) < 16) {
		for (; i < len && digit_value(text[i]) < 16; i++)
			value = (value * 16 + digit_value(text[i])) & 0xff;
	} else if (digit_value(c) < 8) {
		i--;
		for (size_t n = 0; n < 3 && i < len &&
		     digit_value(text[i]) < 8; n++)
			value = (value * 8 + digit_value(text[i++])) & 0xff;
	} else {
		value = (unsigned char)c;
	}
	*i_ret = i;
	return value;
}

struct node *lex_character(struct parser *p, struct loc loc, const char *text,
			   size_t len)
{
	struct node *node = node_new(p, NODE_INT, loc);
	size_t cnt = 0;

	for (size_t i = 0; i < len;) {
		int c = unescape(text, len, &i);

		if (c < 0)
			continue;
		node->integer.value = node->integer.value << 8 | (unsigned)c;
		cnt++;
	}
	if (cnt == 1) { /* the value of a char, which is signed */
		node->integer.value =
			(uint64_t)(int64_t)(int8_t)node->integer.value;
		node->type = type_base(p->types, BASE_INT);
	}
	if (!cnt)
		diag_error(p->diags, loc, "D_CHR_NULL",
			   "empty character constant");
	if (cnt > 8)
		diag_error(p->diags, loc, "D_CHR_OFLOW",
			   "character constant is too long (a string "
			   "stands in double quotes)");
	node->integer.is_decimal = true;
	return node;
}

struct node *lex_string(struct parser *p, struct loc loc, const char *text,
			size_t len)
{
	struct node *node = node_new(p, NODE_STRING, loc);
	char *bytes = arena_alloc(p->arena, len + 1);
	size_t bytes_len = 0;

	for (size_t i = 0; i < len;) {
		int c = unescape(text, len, &i);

		if (c >= 0)
			bytes[bytes_len++] = (char)c;
	}
	node->string.bytes = bytes;
	node->string.len = bytes_len;
	return node;
}

/* ---------------------------------------------------------------- macros */

static const char *const macro_names[MACRO_CNT] = {
#define MACRO(name) #name,
#include "lang/table/macros.def"
#undef MACRO
};

static const char *argument_text(struct parser *p, struct loc loc,
				 const char *digits, bool is_string)
{
	unsigned long n;

	errno = 0;
	n = strtoul(digits, NULL, 10);
	if (errno || n > INT_MAX) {
		diag_error(p->diags, loc, "D_MACRO_OFLOW",
			   "macro argument %s%s: the number is too large",
			   is_string ? "$$" : "$", digits);
		return NULL;
	}
	if (n < p->env->arg_cnt) {
		if (p->env->args_used)
			p->env->args_used[n] = true;
		return p->env->args[n];
	}
	if (p->is_lax || p->env->default_args)
		return is_string ? "" : "0";
	diag_error(p->diags, loc, "D_MACRO_UNDEF",
		   "macro argument %s%s is not defined",
		   is_string ? "$$" : "$", digits);
	return NULL;
}

static void report_undefined_macro(struct parser *p, struct loc loc,
				   const char *sign, const char *word)
{
	struct nearest nearest;

	nearest_init(&nearest, word);
	for (size_t i = 0; i < MACRO_CNT; i++)
		nearest_offer(&nearest, macro_names[i]);
	diag_error(p->diags, loc, "D_MACRO_UNDEF",
		   "macro variable %s%s is not defined%s", sign, word,
		   nearest_text(&nearest, p->arena, sign));
}

const char *lex_macro_text(struct parser *p, struct loc loc, const char *name,
			   size_t len, bool *is_string_ret)
{
	bool is_string = len > 1 && name[1] == '$';
	const char *word = arena_strndup(p->arena, name + 1 + is_string,
					 len - 1 - is_string);

	*is_string_ret = is_string;
	if (isdigit((unsigned char)word[0]))
		return argument_text(p, loc, word, is_string);
	for (size_t i = 0; i < MACRO_CNT; i++)
		if (strcmp(macro_names[i], word) == 0)
			return arena_printf(p->arena, "%lld",
					    (long long)p->env->macros[i]);
	if (p->is_lax)
		return "0";
	report_undefined_macro(p, loc, is_string ? "$$" : "$", word);
	return NULL;
}
