/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A string under construction. text is always NUL-terminated once something
 * was added (NULL before); it may hold NUL bytes, len counts all.
 */
#ifndef DTRACE_BASE_TEXT_STRBUF_H
#define DTRACE_BASE_TEXT_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct strbuf {
	char *text; /* owned; NULL while empty */
	size_t len;
	size_t cap;
};

void strbuf_deinit(struct strbuf *sb);
/* Forgets the text, keeps the memory. */
void strbuf_clear(struct strbuf *sb);
/* Truncates the text to @len bytes. */
void strbuf_truncate(struct strbuf *sb, size_t len);
void strbuf_add(struct strbuf *sb, const void *data, size_t len);
void strbuf_puts(struct strbuf *sb, const char *s);
void strbuf_putc(struct strbuf *sb, char c);
/* @cnt times the character @c. */
void strbuf_pad(struct strbuf *sb, char c, size_t cnt);
void strbuf_printf(struct strbuf *sb, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void strbuf_vprintf(struct strbuf *sb, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));
/* The text ("" when nothing was added); stays owned by @sb. */
const char *strbuf_text(const struct strbuf *sb);
/* The text, which the caller frees; @sb is empty afterwards. Never NULL. */
char *strbuf_take(struct strbuf *sb);

#endif
