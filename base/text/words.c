// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: a command as text, such as
 * `gcc -m32 -DX='a b'`. Out: its words: gcc, -m32, -DX=a b.
 */
#include "base/text/words.h"

#include <stdbool.h>
#include <string.h>

#include "base/text/strbuf.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The character that a backslash at *@p escapes (the backslash itself at the
 * end); moves *@p past it. */
static void take_escape(const char **p, char quote, struct strbuf *word)
{
	char next = (*p)[1];

	*p += next ? 2 : 1;
	if (next == '\n')
		return;
	if (quote == '"' && !strchr("\\\"$`", next))
		strbuf_putc(word, '\\');
	strbuf_putc(word, next ? next : '\\');
}

/* Appends the text up to the closing quote, if there is one; moves *@p past
 * it. */
static bool take_quoted(const char **p, struct strbuf *word)
{
	char quote = *(*p)++;

	while (**p && **p != quote) {
		if (quote == '"' && **p == '\\')
			take_escape(p, quote, word);
		else
			strbuf_putc(word, *(*p)++);
	}
	if (!**p)
		return false;
	(*p)++;
	return true;
}

static bool take_word(const char **p, struct strbuf *word)
{
	bool is_closed = true;

	while (**p && !is_blank(**p)) {
		if (**p == '\'' || **p == '"')
			is_closed = take_quoted(p, word);
		else if (**p == '\\')
			take_escape(p, 0, word);
		else
			strbuf_putc(word, *(*p)++);
	}
	return is_closed;
}

bool words_split(struct words *words, struct arena *arena, const char *text)
{
	struct strbuf word = { 0 };
	bool is_closed = true;

	for (;;) {
		while (is_blank(*text) || (text[0] == '\\' && text[1] == '\n'))
			text += *text == '\\' ? 2 : 1;
		if (!*text)
			break;
		strbuf_clear(&word);
		is_closed = take_word(&text, &word);
		vec_push(&words->v, arena_strdup(arena, strbuf_text(&word)));
	}
	strbuf_deinit(&word);
	return is_closed;
}

void words_deinit(struct words *words)
{
	vec_deinit(&words->v);
}
