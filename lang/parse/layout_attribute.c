// SPDX-License-Identifier: BSD-2-Clause
/*
 * In: the text of an attribute. Out: what it changes in a layout. An attribute
 * that changes it in a way that D does not follow makes the layout unknown,
 * never wrong: the type stays incomplete, and its use is an error.
 */
#include "lang/parse/layout_attribute.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN_BIGGEST = 16 }; /* of the ABIs of x86-64 and arm64 */

struct words { /* the rest of a text */
	const char *at, *end;
};

static void skip_blanks(struct words *words)
{
	while (words->at < words->end && isspace((unsigned char)*words->at))
		words->at++;
}

static bool take(struct words *words, char c)
{
	skip_blanks(words);
	if (words->at == words->end || *words->at != c)
		return false;
	words->at++;
	return true;
}

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A name or a number; empty if there is none. */
static struct words take_word(struct words *words)
{
	struct words word;

	skip_blanks(words);
	word.at = words->at;
	while (words->at < words->end && is_name_char(*words->at))
		words->at++;
	word.end = words->at;
	return word;
}

/* What is in parentheses; empty if there are none. */
static struct words take_args(struct words *words)
{
	struct words args = { words->at, words->at };
	unsigned int depth = 1;

	if (!take(words, '('))
		return args;
	args.at = words->at;
	for (; words->at < words->end; words->at++)
		if (*words->at == '(')
			depth++;
		else if (*words->at == ')' && !--depth)
			break;
	args.end = words->at;
	if (words->at < words->end)
		words->at++;
	return args;
}

/* __NAME__ is the same as NAME. */
static bool is_word(struct words word, const char *name)
{
	size_t len = strlen(name);

	if (word.end - word.at > 4 && !strncmp(word.at, "__", 2) &&
	    !strncmp(word.end - 2, "__", 2)) {
		word.at += 2;
		word.end -= 2;
	}
	return (size_t)(word.end - word.at) == len &&
	       !strncmp(word.at, name, len);
}

/* ---------------------------------------------------------------- attributes */

/* A number that is a power of 2, else 0. */
static uint32_t read_align(struct words args)
{
	struct words number = take_word(&args);
	unsigned long value;
	char *end;

	skip_blanks(&args);
	if (number.at == number.end || args.at != args.end)
		return 0;
	value = strtoul(number.at, &end, 0);
	if (end != number.end || value > 1 << 28 || (value & (value - 1)))
		return 0;
	return (uint32_t)value;
}

static void add_align(struct layout_attrs *attrs, struct words args)
{
	uint32_t align = read_align(args);

	if (!align)
		attrs->is_unknown = true;
	else if (align > attrs->align_bytes)
		attrs->align_bytes = align;
}

static void aligned(struct layout_attrs *attrs, struct words args)
{
	if (args.at == args.end)
		attrs->align_bytes = ALIGN_BIGGEST;
	else
		add_align(attrs, args);
}

static void packed(struct layout_attrs *attrs, struct words args)
{
	(void)args;
	attrs->is_packed = true;
}

static void mode(struct layout_attrs *attrs, struct words args)
{
	static const struct {
		const char *name;
		uint32_t bytes;
	} modes[] = { { "QI", 1 }, { "byte", 1 }, { "HI", 2 }, { "SI", 4 },
		      { "DI", 8 }, { "word", 8 }, { "pointer", 8 } };
	struct words word = take_word(&args);

	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (is_word(word, modes[i].name))
			attrs->mode_bytes = modes[i].bytes;
	if (!attrs->mode_bytes)
		attrs->is_unknown = true;
}

static void unknown(struct layout_attrs *attrs, struct words args)
{
	(void)args;
	attrs->is_unknown = true;
}

static const struct {
	const char *name;
	void (*add)(struct layout_attrs *attrs, struct words args);
} rows[] = {
	{ "packed", packed },
	{ "aligned", aligned },
	{ "mode", mode },
	{ "vector_size", unknown },
	{ "ext_vector_type", unknown },
	{ "ms_struct", unknown },
	{ "scalar_storage_order", unknown },
};

void attribute_add(struct layout_attrs *attrs, const char *text, size_t len)
{
	struct words list = { text, text + len }, all;

	all = take_args(&list);
	do {
		struct words name = take_word(&all), args = take_args(&all);

		for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
			if (is_word(name, rows[i].name))
				rows[i].add(attrs, args);
	} while (take(&all, ','));
}

void attribute_add_alignas(struct layout_attrs *attrs, const char *text,
			   size_t len)
{
	add_align(attrs, (struct words){ text, text + len });
}

/* -------------------------------------------------------------- #pragma pack */

void attribute_pragma(struct pack_state *pack, const char *text)
{
	struct words line = { text, text + strlen(text) };
	struct words args, word;

	if (!is_word(take_word(&line), "pack"))
		return;
	args = take_args(&line);
	if (args.at == args.end)
		pack->bytes = 0;
	do {
		word = take_word(&args);
		if (is_word(word, "push"))
			vec_push(&pack->saved, pack->bytes);
		else if (is_word(word, "pop") && pack->saved.cnt)
			pack->bytes = pack->saved.v[--pack->saved.cnt];
		else if (read_align(word))
			pack->bytes = read_align(word);
	} while (take(&args, ','));
}
