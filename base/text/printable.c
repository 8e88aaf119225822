// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names -> text that is safe to show:
 *
 *	main\033[2J	a\302\233b	\351t\351	été
 *
 * Letters of all languages stay readable. Backslashes are not changed: a name
 * that contains "\033" literally is shown like one with the byte. Names are
 * matched unescaped, never by this text.
 */
#include "base/text/printable.h"

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "base/text/utf8.h"

/* Characters above ASCII that are not shown. */
static const struct {
	uint32_t first, last;
} hidden[] = {
	{ 0x80, 0x9f }, /* C1 controls */
	{ 0x61c, 0x61c }, /* direction: Arabic letter mark, */
	{ 0x200e, 0x200f }, /* marks, */
	{ 0x2028, 0x2029 }, /* (line and paragraph separators) */
	{ 0x202a, 0x202e }, /* embeddings and overrides, */
	{ 0x2066, 0x2069 }, /* isolates */
};

static bool is_graphic(uint8_t byte)
{
	return byte >= ' ' && byte < 0x7f;
}

bool printable_is_shown(const char *text, size_t len)
{
	const uint8_t *p = (const uint8_t *)text;
	uint32_t code;

	if (len == 1)
		return is_graphic(*p);
	if (!len)
		return false;
	code = *p & (0x7fu >> len);
	for (size_t i = 1; i < len; i++)
		code = code << 6 | (p[i] & 0x3fu);
	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (code >= hidden[i].first && code <= hidden[i].last)
			return false;
	return true;
}

/* Returns how many bytes from @text on need no escape. */
static size_t shown_len(const char *text, size_t len, const char *keep)
{
	size_t i = 0;

	while (i < len) {
		size_t step;
		bool is_kept;

		/* most names are ASCII, and every line of output has some */
		if (is_graphic((uint8_t)text[i])) {
			i++;
			continue;
		}
		step = utf8_len(text + i, len - i);
		is_kept = step == 1 && text[i] && strchr(keep, text[i]);
		if (!is_kept && !printable_is_shown(text + i, step))
			break;
		i += step;
	}
	return i;
}

void printable_add(const char *text, size_t len, const char *keep,
		   struct strbuf *out)
{
	while (len) {
		size_t shown = shown_len(text, len, keep), step;

		strbuf_add(out, text, shown);
		text += shown;
		len -= shown;
		if (!len)
			return;
		step = utf8_len(text, len);
		for (step += !step; step; step--, text++, len--)
			strbuf_printf(out, "\\%03o", (uint8_t)*text);
	}
}

void printable_puts(const char *name, struct strbuf *out)
{
	printable_add(name, strlen(name), "", out);
}

const char *printable_name(const char *name, struct strbuf *room)
{
	size_t len = strlen(name);

	if (shown_len(name, len, "") == len)
		return name;
	strbuf_clear(room);
	printable_add(name, len, "", room);
	return strbuf_text(room);
}

void printable_line(struct strbuf *lines, const char *fmt, ...)
{
	struct strbuf line = { 0 };
	va_list ap;

	va_start(ap, fmt);
	strbuf_vprintf(&line, fmt, ap);
	va_end(ap);
	printable_puts(strbuf_text(&line), lines);
	strbuf_putc(lines, '\n');
	strbuf_deinit(&line);
}
