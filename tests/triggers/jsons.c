// SPDX-License-Identifier: BSD-2-Clause
/*
 * jsons FILE CASES STRSIZE SEED: fires jsons:::text with a random JSON text,
 * sometimes damaged, and a path, and writes to FILE what D's json() makes of
 * them, found here by going down into the text.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jsons.h"

enum { TEXT_MAX = 4096, DEPTH_MAX = 4 };

static uint64_t seed;
static char text[TEXT_MAX], path[64];
static size_t len;

static unsigned int below(unsigned int limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned int)((seed >> 20) % limit);
}

/* -------------------------------------------------------------- random text */

static void add(const char *what)
{
	while (*what && len < TEXT_MAX - 1)
		text[len++] = *what++;
	text[len] = '\0';
}

static void blanks(void)
{
	static const char *const some[] = { "", "", "", " ", "\t", " \r " };

	add(some[below(6)]);
}

static const char *const keys[] = { "a", "b", "ab", "key", "", "a.b", "x\\\"y", "\\u00e9", "0", "a]" };

static void put_value(int depth);

static void put_members(int depth, int is_array)
{
	int cnt = (int)below(4);

	add(is_array ? "[" : "{");
	for (int i = 0; i < cnt; i++) {
		if (i)
			add(",");
		blanks();
		if (!is_array) {
			add("\"");
			add(keys[below(10)]);
			add("\"");
			blanks();
			add(":");
		}
		put_value(depth + 1);
		blanks();
	}
	add(is_array ? "]" : "}");
}

static void put_value(int depth)
{
	static const char *const scalars[] = {
		"true", "false", "null", "0", "-0", "17", "-2.50", "1e9", "3.25E-7", "6e+0", "\"\"",
		"\"text\"", "\"with \\\"quotes\\\" and [brackets}\"", "\"\\u12aF\\n\\\\\"", "\"{\"",
		/* and what is none */
		"01", "-", "1.", "2e", ".5", "+1", "0x10", "1.2.3", "tru", "nulls", "True", "\"\\u12g4\"", "",
	};

	blanks();
	if (depth < DEPTH_MAX && below(2))
		put_members(depth, (int)below(2));
	else
		add(scalars[below(below(4) ? 15 : 28)]);
}

static void make_text(void)
{
	len = 0;
	blanks();
	put_members(0, (int)below(2));
	if (len && !below(6))
		text[below((unsigned int)len)] = "{}[]\",:\\x1 "[below(11)];
	if (!below(6)) {
		len = below((unsigned int)len + 1);
		text[len] = '\0';
	}
}

static void make_path(void)
{
	char *to = path;
	int cnt = 1 + (int)below(3);

	for (int i = 0; i < cnt; i++) {
		unsigned int what = below(4);

		if (what < 2)
			to += sprintf(to, "[%u]", below(3));
		else if (what == 2)
			to += sprintf(to, "%s%s", i ? "." : "", keys[below(4)]);
		else
			to += sprintf(to, "%s%s", i ? "." : "", keys[below(10)]);
	}
	*to = '\0';
}

/* ---------------------------------------------------------------- reference */

/* All return where the value ends, or NULL if the text is invalid. */
static const char *skip_blanks(const char *p)
{
	return p + strspn(p, " \t\r\n");
}

static const char *string_end(const char *p)
{
	for (p++; *p != '"'; p++) {
		if (!*p)
			return NULL;
		if (*p != '\\')
			continue;
		p++;
		if (!*p)
			return NULL;
		if (*p != 'u')
			continue;
		for (int i = 1; i <= 4; i++)
			if (!isxdigit((unsigned char)p[i]))
				return NULL;
		p += 4;
	}
	return p + 1;
}

static const char *number_end(const char *p)
{
	p += *p == '-';
	if (!isdigit((unsigned char)*p))
		return NULL;
	p += *p == '0' ? 1 : strspn(p, "0123456789");
	if (*p == '.') {
		if (!isdigit((unsigned char)*++p))
			return NULL;
		p += strspn(p, "0123456789");
	}
	if (*p == 'e' || *p == 'E') {
		p++;
		p += *p == '+' || *p == '-';
		if (!isdigit((unsigned char)*p))
			return NULL;
		p += strspn(p, "0123456789");
	}
	return p;
}

/* The contents of brackets are skipped: only strings and brackets matter. */
static const char *nested_end(const char *p)
{
	long open[2] = { 0, 0 };

	do {
		if (*p == '"') {
			p = string_end(p);
			if (!p)
				return NULL;
			continue;
		}
		if (!*p)
			return NULL;
		open[0] += (*p == '{') - (*p == '}');
		open[1] += (*p == '[') - (*p == ']');
		if (open[0] < 0 || open[1] < 0)
			return NULL;
		p++;
	} while (open[0] || open[1]);
	return p;
}

static const char *value_end(const char *p)
{
	static const char *const words[] = { "true", "false", "null" };
	const char *end = NULL;

	if (*p == '"')
		return string_end(p);
	if (*p == '{' || *p == '[')
		return nested_end(p);
	if (*p == '-' || isdigit((unsigned char)*p))
		end = number_end(p);
	for (int i = 0; i < 3; i++)
		if (!strncmp(p, words[i], strlen(words[i])))
			end = p + strlen(words[i]);
	return end && *end && strchr(" \t\r\n,}]", *end) ? end : NULL;
}

/*
 * The value at @p that the rest of the path selects, *end_ret: its end; or
 * NULL.
 */
static const char *find(const char *p, const char *where, const char **end_ret)
{
	size_t name_len = strcspn(where, ".[]");
	const char *rest = where + name_len, *number_rest;
	unsigned long wanted = strtoul(where, (char **)&number_rest, 10);
	char close = *p == '{' ? '}' : ']';

	if (*p != '{' && *p != '[')
		return NULL;
	if (close == ']' && (!name_len || number_rest != rest || !isdigit((unsigned char)*where)))
		return NULL;
	rest += *rest == ']';
	for (unsigned long i = 0;; i++) {
		int is_wanted = i == wanted;
		const char *end;

		p = skip_blanks(p + 1);
		if (close == '}') {
			end = *p == '"' ? string_end(p) : NULL;
			if (!end)
				return NULL;
			is_wanted = (size_t)(end - p) == name_len + 2 && !memcmp(p + 1, where, name_len);
			p = skip_blanks(end);
			if (*p != ':')
				return NULL;
			p = skip_blanks(p + 1);
		}
		if (is_wanted && *rest)
			return find(p, rest + 1, end_ret);
		end = value_end(p);
		if (!end)
			return NULL;
		if (is_wanted) {
			*end_ret = end;
			return p;
		}
		p = skip_blanks(end);
		if (*p != ',')
			return NULL;
	}
}

/* A string is returned without its quotes, other values as they are written. */
static void say(FILE *wanted)
{
	const char *end, *p = find(skip_blanks(text), path + (*path == '['), &end);

	if (!p)
		fprintf(wanted, "[]\n");
	else if (*p == '"')
		fprintf(wanted, "[%.*s]\n", (int)(end - p - 2), p + 1);
	else
		fprintf(wanted, "[%.*s]\n", (int)(end - p), p);
}

int main(int argc, char **argv)
{
	FILE *wanted = argc > 4 ? fopen(argv[1], "w") : NULL;

	if (!wanted)
		return 1;
	seed = strtoull(argv[4], NULL, 10) * 2654435761u + 88172645463325252u;
	for (int i = atoi(argv[2]); i > 0; i--) {
		make_text();
		make_path();
		JSONS_TEXT(text, path);
		text[atoi(argv[3]) - 1] = '\0'; /* as D has it */
		say(wanted);
	}
	return fclose(wanted) != 0;
}
