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
