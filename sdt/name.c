// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names of probes have three forms:
 *
 *	note, C identifier	gc__start
 *	D scripts, output	gc-start
 *	macro			PYTHON_GC_START
 *
 * A note keeps what the programmer wrote; only consumers show "__" as '-'.
 * Pairs are taken from the left, so "a___b" is "a-_b" and, as a macro, A__B.
 */
#include "sdt/name.h"

#include <string.h>

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_identifier_start(char c)
{
	return is_lower(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

bool sdt_name_valid(const char *name)
{
	size_t len = 0;

	if (!is_identifier_start(name[0]))
		return false;
	for (const char *p = name; *p; p++) {
		if (!is_identifier_start(*p) && !is_digit(*p) && *p != '-')
			return false;
		len += *p == '-' ? 2 : 1;
	}
	return len <= SDT_NAME_LEN_MAX;
}

bool sdt_provider_valid(const char *name)
{
	return sdt_name_valid(name) && !is_digit(name[strlen(name) - 1]);
}

bool sdt_name_showable(const char *name)
{
	for (const char *p = name; *p; p++)
		if (*p <= ' ' || *p > '~' || *p == ':')
			return false;
	return name[0];
}

/*
 * Returns the displayed character at *@p ('-' for "__") and moves *@p past it.
 */
static char display_next(const char **p)
{
	bool is_pair = (*p)[0] == '_' && (*p)[1] == '_';
	char c = is_pair ? '-' : **p;

	*p += is_pair ? 2 : 1;
	return c;
}

void sdt_name_display(const char *name, struct strbuf *sb)
{
	while (*name)
		strbuf_putc(sb, display_next(&name));
}

bool sdt_name_matches(const char *name, const char *shown)
{
	while (*name && *shown)
		if (display_next(&name) != *shown++)
			return false;
	return !*name && !*shown;
}

void sdt_name_source(const char *shown, struct strbuf *sb)
{
	for (; *shown; shown++) {
		if (*shown == '-')
			strbuf_puts(sb, "__");
		else
			strbuf_putc(sb, *shown);
	}
}

static char to_upper(char c)
{
	return is_lower(c) ? c - 'a' + 'A' : c;
}

void sdt_macro_name(const char *provider, const char *name, struct strbuf *sb)
{
	for (; *provider; provider++)
		strbuf_putc(sb, to_upper(*provider));
	strbuf_putc(sb, '_');
	while (*name) {
		char c = display_next(&name);

		strbuf_putc(sb, c == '-' ? '_' : to_upper(c));
	}
}
