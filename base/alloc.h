/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * malloc family that never returns NULL: out of memory prints one line on
 * stderr and exits with status 1.
 */
#ifndef DTRACE_BASE_ALLOC_H
#define DTRACE_BASE_ALLOC_H

#include <stddef.h>

void alloc_failed(void) __attribute__((noreturn));
void *xmalloc(size_t size) __attribute__((returns_nonnull, malloc));
void *xcalloc(size_t cnt, size_t size) __attribute__((returns_nonnull, malloc));
void *xrealloc(void *p, size_t size) __attribute__((returns_nonnull));
/* Room for @cnt elements of @size bytes; the product is checked. */
void *xrealloc_array(void *p, size_t cnt, size_t size)
	__attribute__((returns_nonnull));
char *xstrdup(const char *s) __attribute__((returns_nonnull));
char *xstrndup(const char *s, size_t len) __attribute__((returns_nonnull));
char *xasprintf(const char *fmt, ...)
	__attribute__((returns_nonnull, format(printf, 1, 2)));
/*
 * Gives freed memory back to the system, if it is more than 256 KB: call
 * where much has been freed and little is allocated from then on.
 */
void alloc_trim(void);

#endif
