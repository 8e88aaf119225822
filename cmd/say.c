// SPDX-License-Identifier: BSD-2-Clause
/*
 * Messages on stderr. Only this file, preprocess.c and main.c print them in
 * cmd/.
 */
#include "cmd/say.h"

#include <stdio.h>

#include "base/text/printable.h"

void say(const char *fmt, ...)
{
	struct strbuf message = { 0 }, sb = { 0 };
	va_list ap;

	va_start(ap, fmt);
	strbuf_vprintf(&message, fmt, ap);
	va_end(ap);
	strbuf_puts(&sb, "dtrace: ");
	printable_puts(strbuf_text(&message), &sb);
	strbuf_putc(&sb, '\n');
	fputs(strbuf_text(&sb), stderr);
	strbuf_deinit(&message);
	strbuf_deinit(&sb);
}

void say_diags(const struct diag_list *diags, unsigned int look)
{
	struct strbuf sb = { 0 };

	for (size_t i = 0; i < diags->diags.cnt; i++) {
		const struct diag *diag = &diags->diags.v[i];

		if (diag->loc.src)
			diag_format(diag, look, &sb);
		else /* about objects: names of files and functions */
			printable_line(
				&sb, "dtrace: %s%s",
				diag->level == DIAG_WARNING ? "warning: " : "",
				diag->message);
	}
	fputs(strbuf_text(&sb), stderr);
	strbuf_deinit(&sb);
}
