// SPDX-License-Identifier: BSD-2-Clause
/*
 * Diagnostics: collected with their location, formatted with the source line:
 *
 *	probes.d:3:14: error: expected ")" before ";"
 *	  probe done(int;
 *	                ^
 */
#include "base/text/diag.h"

#include <errno.h>
#include <string.h>

#include "base/text/color.h"
#include "base/text/printable.h"
#include "base/text/utf8.h"

enum {
	EXCERPT_MAX = 160, /* longer source lines are cut */
	EXCERPT_BEFORE = 60, /* bytes shown before the place in a cut line */
};

void diag_init(struct diag_list *diags, struct arena *arena)
{
	*diags = (struct diag_list){ .arena = arena };
}

void diag_deinit(struct diag_list *diags)
{
	vec_deinit(&diags->diags);
}

static void diag_add(struct diag_list *diags, enum diag_level level,
		     struct loc loc, const char *tag, const char *fmt,
		     va_list ap)
{
	if (level == DIAG_ERROR && diags->error_cnt++ >= DIAG_ERROR_MAX)
		return;
	vec_push(&diags->diags, ((struct diag){
			.level = level,
			.tag = tag,
			.loc = loc,
			.region = diags->region,
			.message = arena_vprintf(diags->arena, fmt, ap),
		}));
}

int diag_verror(struct diag_list *diags, struct loc loc, const char *tag,
		const char *fmt, va_list ap)
{
	diag_add(diags, DIAG_ERROR, loc, tag, fmt, ap);
	return -EINVAL;
}

int diag_error(struct diag_list *diags, struct loc loc, const char *tag,
	       const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	diag_add(diags, DIAG_ERROR, loc, tag, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

void diag_warning(struct diag_list *diags, struct loc loc, const char *tag,
		  const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	diag_add(diags, DIAG_WARNING, loc, tag, fmt, ap);
	va_end(ap);
}

/* Is it a continuation byte of a UTF-8 character? */
static bool is_inside_char(char c)
{
	return (c & 0xc0) == 0x80;
}

/* Cuts a long line to the part around @column. */
static void cut_line(const char **line, size_t *len, size_t *column,
		     bool *is_begin_ret, bool *is_end_ret)
{
	size_t skip = 0;

	if (*column > EXCERPT_MAX - EXCERPT_BEFORE && *len > EXCERPT_MAX)
		skip = *column - EXCERPT_BEFORE;
	while (skip && is_inside_char((*line)[skip]))
		skip--;
	*line += skip;
	*len -= skip;
	*column -= skip;
	*is_begin_ret = !skip;
	*is_end_ret = *len <= EXCERPT_MAX;
	if (!*is_end_ret)
		*len = EXCERPT_MAX;
	while (!*is_end_ret && *len > *column && is_inside_char((*line)[*len]))
		--*len;
}

/* One column per character: unprintable ones become a question mark. */
static void put_line(const char *line, size_t len, struct strbuf *sb)
{
	for (size_t i = 0, step; i < len; i += step ? step : 1) {
		step = utf8_len(line + i, len - i);
		if (line[i] == '\t' || printable_is_shown(line + i, step))
			strbuf_add(sb, line + i, step);
		else if (step || !is_inside_char(line[i]))
			strbuf_putc(sb, '?');
	}
}

/* The caret and a ~ for each further character of the place. */
static void put_caret(const char *place, size_t len, unsigned int look,
		      struct strbuf *sb)
{
	color_begin(COLOR_CARET, look & DIAG_COLOR, sb);
	strbuf_putc(sb, '^');
	for (size_t i = 1; i < len; i++)
		if (!is_inside_char(place[i]))
			strbuf_putc(sb, '~');
	color_end(look & DIAG_COLOR, sb);
	strbuf_putc(sb, '\n');
}

void diag_format_excerpt(const struct diag *diag, unsigned int look,
			 struct strbuf *sb)
{
	const char *line;
	size_t len, column, width;
	bool is_begin, is_end;

	if (!diag->loc.src)
		return;
	src_line(diag->loc.src, diag->loc.begin, &line, &len);
	column = (size_t)(diag->loc.src->text + diag->loc.begin - line);
	if (column > len)
		column = len;
	if (!len)
		return;
	cut_line(&line, &len, &column, &is_begin, &is_end);
	strbuf_puts(sb, is_begin ? "  " : "  ...");
	put_line(line, len, sb);
	strbuf_puts(sb, is_end ? "\n" : "...\n");
	strbuf_puts(sb, is_begin ? "  " : "     ");
	for (size_t i = 0; i < column; i++)
		if (!is_inside_char(line[i]))
			strbuf_putc(sb, line[i] == '\t' ? '\t' : ' ');
	width = diag->loc.end - diag->loc.begin;
	put_caret(line + column, width < len - column ? width : len - column,
		  look, sb);
}

void diag_format_level(const struct diag *diag, unsigned int look,
		       struct strbuf *sb)
{
	bool is_error = diag->level == DIAG_ERROR;

	color_begin(is_error ? COLOR_ERROR : COLOR_WARNING, look & DIAG_COLOR,
		    sb);
	strbuf_puts(sb, is_error ? "error: " : "warning: ");
	color_end(look & DIAG_COLOR, sb);
}

void diag_format(const struct diag *diag, unsigned int look, struct strbuf *sb)
{
	if (diag->loc.src) {
		struct src_pos pos =
			src_pos(diag->loc.src, diag->loc.begin);

		printable_puts(pos.file, sb);
		strbuf_printf(sb, ":%u:%u: ", pos.line, pos.column);
	}
	diag_format_level(diag, look, sb);
	if (look & DIAG_TAG && diag->tag)
		strbuf_printf(sb, "[%s] ", diag->tag);
	printable_add(diag->message, strlen(diag->message), "\n\t", sb);
	strbuf_putc(sb, '\n');
	diag_format_excerpt(diag, look, sb);
}
