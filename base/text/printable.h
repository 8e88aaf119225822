/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Untrusted names (of files, functions, processes, probes) as text without
 * terminal controls and newlines.
 */
#ifndef DTRACE_BASE_TEXT_PRINTABLE_H
#define DTRACE_BASE_TEXT_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text/strbuf.h"

/* White space, bell and backspace: D prints these in data unchanged. */
#define PRINTABLE_SPACE " \t\n\v\f\r\a\b"

/*
 * Appends @len bytes at @text. Control characters (C0, DEL, C1), invalid UTF-8,
 * line separators and characters that change the direction of writing become an
 * octal escape for each byte, as in /proc/PID/maps: ESC is \033. Characters of
 * @keep stay ("": none).
 */
void printable_add(const char *text, size_t len, const char *keep,
		   struct strbuf *out);
/* The same for a name, without exceptions. */
void printable_puts(const char *name, struct strbuf *out);
/* @name itself if it is printable; else its escaped form in @room, which is
 * cleared first. */
const char *printable_name(const char *name, struct strbuf *room);
/*
 * Appends a formatted line of a message and its newline: a newline in a name
 * does not start another line.
 */
void printable_line(struct strbuf *lines, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Whether the UTF-8 character of @len bytes is shown as it is. */
bool printable_is_shown(const char *text, size_t len);

#endif
