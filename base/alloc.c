// SPDX-License-Identifier: BSD-2-Clause
/*
 * Allocation functions that end the program when memory runs out.
 */
#include "base/alloc.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void alloc_failed(void)
{
	fputs("dtrace: out of memory\n", stderr);
	exit(1);
}

void *xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		alloc_failed();
	return p;
}

void *xcalloc(size_t cnt, size_t size)
{
	void *p = calloc(cnt ? cnt : 1, size ? size : 1);

	if (!p)
		alloc_failed();
	return p;
}

void *xrealloc(void *p, size_t size)
{
	void *grown = realloc(p, size ? size : 1);

	if (!grown)
		alloc_failed();
	return grown;
}

void *xrealloc_array(void *p, size_t cnt, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(cnt, size, &bytes))
		alloc_failed();
	return xrealloc(p, bytes);
}

char *xstrndup(const char *s, size_t len)
{
	char *copy = xmalloc(len + 1);

	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *text;
	int len;

	va_start(ap, fmt);
	len = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (len < 0)
		alloc_failed();
	return text;
}

void alloc_trim(void)
{
	enum { WORTH_BYTES = 256 << 10 };

	if (mallinfo2().fordblks > WORTH_BYTES)
		malloc_trim(0);
}
