// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: the text of an environment variable, such as
 * `gcc -m32 -DX='a b'`. Out: its words: gcc, -m32, -DX=a b.
 */
#include "cmd/words.h"

#include <stdbool.h>
#include <string.h>

#include "base/strbuf.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* What a backslash at *@p stands for; moves *@p behind it. */
static void take_escape(const char **p, char quote, struct strbuf *word)
{
	char next = (*p)[1];

	*p += next ? 2 : 1;
	if (next == '\n')
		return;
	if (quote == '"' && !strchr("\\\"$`", next))
		strbuf_putc(word, '\\');
	if (next)
		strbuf_putc(word, next);
}

/* The text up to the closing quote; *@p moves behind it. */
static void take_quoted(const char **p, struct strbuf *word)
{
	char quote = *(*p)++;

	while (**p && **p != quote) {
		if (quote == '"' && **p == '\\')
			take_escape(p, quote, word);
		else
			strbuf_putc(word, *(*p)++);
	}
	if (**p)
		(*p)++;
}

static void take_word(const char **p, struct strbuf *word)
{
	while (**p && !is_blank(**p)) {
		if (**p == '\'' || **p == '"')
			take_quoted(p, word);
		else if (**p == '\\')
			take_escape(p, 0, word);
		else
			strbuf_putc(word, *(*p)++);
	}
}

void words_split(struct words *words, struct arena *arena, const char *text)
{
	struct strbuf word = { 0 };

	for (;;) {
		while (is_blank(*text) || (text[0] == '\\' && text[1] == '\n'))
			text += *text == '\\' ? 2 : 1;
		if (!*text)
			break;
		strbuf_clear(&word);
		take_word(&text, &word);
		vec_push(&words->v, arena_strdup(arena, strbuf_text(&word)));
	}
	strbuf_deinit(&word);
}

void words_deinit(struct words *words)
{
	vec_deinit(&words->v);
}
