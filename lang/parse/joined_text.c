// SPDX-License-Identifier: BSD-2-Clause
/*
 * The text of a declaration for comments and notes: its words and symbols
 * joined by single blanks, without comments and control lines.
 *
 *	const char*name -> "const char * name"     1<<4 -> "1 << 4"
 */
#include <ctype.h>
#include <string.h>

#include "lang/parse/parser.h"

/* Symbols of more than one character, the longest first. */
static const char *const symbols[] = { "...", "<<", ">>", "<=", ">=", "==",
				       "!=", "&&", "||", "^^", "->" };

/* The length of the word or symbol at @text, of @max bytes at most. */
static uint32_t word_length(const char *text, uint32_t max)
{
	uint32_t len = 0;

	if (*text == '"' || *text == '\'') {
		for (len = 1; len < max && text[len] != *text; len++)
			if (text[len] == '\\')
				len++;
		return len < max ? len + 1 : max;
	}
	while (len < max &&
	       (isalnum((unsigned char)text[len]) || text[len] == '_'))
		len++;
	if (len)
		return len;
	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++)
		if (strncmp(text, symbols[i], strlen(symbols[i])) == 0)
			return (uint32_t)strlen(symbols[i]);
	return 1;
}

static bool is_line_comment(const char *text)
{
	return text[0] == '#' || (text[0] == '/' && text[1] == '/');
}

const char *lex_joined_text(struct parser *p, uint32_t begin, uint32_t end)
{
	const char *text = p->src->text, *joined;
	struct strbuf sb = { 0 };
	uint32_t i = lex_peek_offset(p, begin), len;

	while (i < end) {
		if (is_line_comment(text + i)) {
			i += (uint32_t)strcspn(text + i, "\n");
		} else {
			len = word_length(text + i, end - i);
			if (sb.len)
				strbuf_putc(&sb, ' ');
			strbuf_add(&sb, text + i, len);
			i += len;
		}
		i = lex_peek_offset(p, i);
	}
	joined = arena_strdup(p->arena, strbuf_text(&sb));
	strbuf_deinit(&sb);
	return joined;
}
