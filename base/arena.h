/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arena: memory that is freed as a whole. Everything that the compiler makes
 * for one script is in one arena. Out of memory ends the program with a
 * message: a tool that cannot allocate a few kilobytes can do nothing else.
 */
#ifndef DTRACE_BASE_ARENA_H
#define DTRACE_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
	struct arena_chunk *chunks; /* newest first */
	char *next;
	char *end;
};

void arena_init(struct arena *arena);
/* Frees all memory; the arena can be used again. */
void arena_deinit(struct arena *arena);
/* Invalidates all memory of the arena; one chunk is kept for reuse. */
void arena_clear(struct arena *arena);

/* Zeroed memory of @size bytes, aligned to 16. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size)
	__attribute__((returns_nonnull, malloc));
/* A NUL-terminated copy of @len bytes. */
char *arena_strndup(struct arena *arena, const char *s, size_t len);
char *arena_strdup(struct arena *arena, const char *s);
char *arena_printf(struct arena *arena, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

#define arena_new(arena, type) ((type *)arena_alloc(arena, sizeof(type)))
#define arena_new_array(arena, type, cnt) \
	((type *)arena_alloc(arena, sizeof(type) * (cnt)))

#endif
