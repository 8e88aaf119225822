// SPDX-License-Identifier: BSD-2-Clause
/*
 * String builder: amortised growth, one spare byte for the NUL.
 */
#include "base/text/strbuf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static void strbuf_reserve(struct strbuf *sb, size_t more)
{
	size_t need = sb->len + more + 1;

	if (need <= sb->cap)
		return;
	if (need < sb->len)
		alloc_failed();
	sb->cap = need > sb->cap * 2 ? need + 32 : sb->cap * 2;
	sb->text = xrealloc(sb->text, sb->cap);
}

void strbuf_deinit(struct strbuf *sb)
{
	free(sb->text);
	*sb = (struct strbuf){ 0 };
}

void strbuf_truncate(struct strbuf *sb, size_t len)
{
	sb->len = len;
	if (sb->text)
		sb->text[len] = '\0';
}

void strbuf_clear(struct strbuf *sb)
{
	strbuf_truncate(sb, 0);
}

void strbuf_add(struct strbuf *sb, const void *data, size_t len)
{
	strbuf_reserve(sb, len);
	if (len)
		memcpy(sb->text + sb->len, data, len);
	sb->len += len;
	sb->text[sb->len] = '\0';
}

void strbuf_puts(struct strbuf *sb, const char *s)
{
	strbuf_add(sb, s, strlen(s));
}

void strbuf_putc(struct strbuf *sb, char c)
{
	strbuf_add(sb, &c, 1);
}

void strbuf_pad(struct strbuf *sb, char c, size_t cnt)
{
	strbuf_reserve(sb, cnt);
	memset(sb->text + sb->len, c, cnt);
	sb->len += cnt;
	sb->text[sb->len] = '\0';
}

/* Most texts are short: the first try uses the allocated space. */
void strbuf_vprintf(struct strbuf *sb, const char *fmt, va_list ap)
{
	va_list again;
	size_t room;
	int len;

	strbuf_reserve(sb, 128);
	room = sb->cap - sb->len;
	va_copy(again, ap);
	len = vsnprintf(sb->text + sb->len, room, fmt, again);
	va_end(again);
	if (len < 0)
		alloc_failed();
	if ((size_t)len >= room) {
		strbuf_reserve(sb, (size_t)len);
		vsnprintf(sb->text + sb->len, (size_t)len + 1, fmt, ap);
	}
	sb->len += (size_t)len;
}

void strbuf_printf(struct strbuf *sb, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf_vprintf(sb, fmt, ap);
	va_end(ap);
}

const char *strbuf_text(const struct strbuf *sb)
{
	return sb->text ? sb->text : "";
}

char *strbuf_take(struct strbuf *sb)
{
	char *text = sb->text ? sb->text : xstrdup("");

	*sb = (struct strbuf){ 0 };
	return text;
}
