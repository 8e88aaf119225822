// SPDX-License-Identifier: BSD-2-Clause
/*
 * Diagnostics: collected with a place, formatted with the source line:
 *
 *	probes.d:3:14: error: expected ")" before ";"
 *	  probe done(int;
 *	                ^
 */
#include "base/diag.h"

#include <errno.h>

enum { EXCERPT_MAX = 160 }; /* longer source lines are cut */

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

void diag_format_excerpt(const struct diag *diag, struct strbuf *sb)
{
	const char *line;
	size_t len, column, width;

	if (!diag->loc.src)
		return;
	src_line(diag->loc.src, diag->loc.begin, &line, &len);
	column = (size_t)(diag->loc.src->text + diag->loc.begin - line);
	if (column > len)
		column = len;
	if (len > EXCERPT_MAX)
		len = EXCERPT_MAX;
	if (!len || column > len)
		return;
	strbuf_puts(sb, "  ");
	for (size_t i = 0; i < len; i++) /* no control bytes to a terminal */
		strbuf_putc(sb, line[i] == '\t' ||
					(unsigned char)line[i] >= ' ' ?
				line[i] : '?');
	strbuf_puts(sb, "\n  ");
	for (size_t i = 0; i < column; i++)
		strbuf_putc(sb, line[i] == '\t' ? '\t' : ' ');
	strbuf_putc(sb, '^');
	width = diag->loc.end - diag->loc.begin;
	for (size_t i = 1; i < width && column + i < len; i++)
		strbuf_putc(sb, '~');
	strbuf_putc(sb, '\n');
}

void diag_format(const struct diag *diag, bool with_tag, struct strbuf *sb)
{
	if (diag->loc.src) {
		struct src_pos pos =
			src_pos(diag->loc.src, diag->loc.begin);

		strbuf_printf(sb, "%s:%u:%u: ", pos.file, pos.line,
			      pos.column);
	}
	strbuf_puts(sb, diag->level == DIAG_ERROR ? "error: " : "warning: ");
	if (with_tag && diag->tag)
		strbuf_printf(sb, "[%s] ", diag->tag);
	strbuf_puts(sb, diag->message);
	strbuf_putc(sb, '\n');
	diag_format_excerpt(diag, sb);
}
