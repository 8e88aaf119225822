// SPDX-License-Identifier: BSD-2-Clause
#include "cmd/merge/say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/text/printable.h"

static void say_behind(const char *place, const char *fmt, va_list ap)
{
	struct strbuf text = { 0 }, shown = { 0 };

	strbuf_printf(&text, "dtrace-merge: %s", place);
	strbuf_vprintf(&text, fmt, ap);
	printable_puts(strbuf_text(&text), &shown);
	strbuf_putc(&shown, '\n');
	fputs(strbuf_text(&shown), stderr);
	strbuf_deinit(&shown);
	strbuf_deinit(&text);
}

void merge_say(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say_behind("", fmt, ap);
	va_end(ap);
}

int merge_bad_line(const struct merge *merge, const char *fmt, ...)
{
	struct strbuf place = { 0 };
	va_list ap;

	strbuf_printf(&place, "%s:%lu: ", merge->file, merge->line);
	va_start(ap, fmt);
	say_behind(strbuf_text(&place), fmt, ap);
	va_end(ap);
	strbuf_deinit(&place);
	return -EINVAL;
}
