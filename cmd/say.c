// SPDX-License-Identifier: BSD-2-Clause
/*
 * Messages on stderr; with preprocess.c and main.c the only place in cmd/
 * that prints them.
 */
#include "cmd/say.h"

#include <stdio.h>

void say(const char *fmt, ...)
{
	struct strbuf sb = { 0 };
	va_list ap;

	va_start(ap, fmt);
	strbuf_puts(&sb, "dtrace: ");
	strbuf_vprintf(&sb, fmt, ap);
	strbuf_putc(&sb, '\n');
	va_end(ap);
	fputs(strbuf_text(&sb), stderr);
	strbuf_deinit(&sb);
}

void say_diags(const struct diag_list *diags, bool with_tags)
{
	struct strbuf sb = { 0 };

	for (size_t i = 0; i < diags->diags.cnt; i++) {
		const struct diag *diag = &diags->diags.v[i];

		if (diag->loc.src)
			diag_format(diag, with_tags, &sb);
		else
			strbuf_printf(
				&sb, "dtrace: %s%s\n",
				diag->level == DIAG_WARNING ? "warning: " : "",
				diag->message);
	}
	fputs(strbuf_text(&sb), stderr);
	strbuf_deinit(&sb);
}
