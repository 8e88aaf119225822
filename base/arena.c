// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bump allocation from a list of chunks. A request larger than a chunk gets
 * a chunk of its own. Nothing is freed before arena_deinit(), or
 * arena_clear(), which zeroes only what was used, so that a loop that clears
 * its arena each time does not pay for whole chunks.
 */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { CHUNK_BYTES = 32 * 1024, ALIGN_BYTES = 16 };

struct arena_chunk {
	struct arena_chunk *older;
	_Alignas(ALIGN_BYTES) char data[];
};

void arena_init(struct arena *arena)
{
	*arena = (struct arena){ 0 };
}

void arena_deinit(struct arena *arena)
{
	struct arena_chunk *chunk = arena->chunks;

	while (chunk) {
		struct arena_chunk *older = chunk->older;

		free(chunk);
		chunk = older;
	}
	arena_init(arena);
}

static bool is_normal(const struct arena *arena)
{
	return arena->end - arena->chunks->data == CHUNK_BYTES;
}

void arena_clear(struct arena *arena)
{
	struct arena_chunk *kept = arena->chunks;
	struct arena older;

	if (!kept || !is_normal(arena)) {
		arena_deinit(arena);
		return;
	}
	older = (struct arena){ .chunks = kept->older };
	arena_deinit(&older);
	kept->older = NULL;
	memset(kept->data, 0, (size_t)(arena->next - kept->data));
	arena->next = kept->data;
}

static void *arena_grow(struct arena *arena, size_t size)
{
	size_t data_bytes = size > CHUNK_BYTES ? size : CHUNK_BYTES;
	struct arena_chunk *chunk =
		xcalloc(1, sizeof(struct arena_chunk) + data_bytes);

	chunk->older = arena->chunks;
	arena->chunks = chunk;
	arena->next = chunk->data + size;
	arena->end = chunk->data + data_bytes;
	return chunk->data;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	char *p = arena->next;

	if (size > SIZE_MAX - ALIGN_BYTES)
		alloc_failed();
	size = (size + ALIGN_BYTES - 1) & ~(size_t)(ALIGN_BYTES - 1);
	if (!size)
		size = ALIGN_BYTES;
	if (!p || size > (size_t)(arena->end - p))
		return arena_grow(arena, size);
	arena->next = p + size;
	return p;
}

char *arena_strndup(struct arena *arena, const char *s, size_t len)
{
	char *copy = arena_alloc(arena, len + 1);

	memcpy(copy, s, len);
	return copy;
}

char *arena_strdup(struct arena *arena, const char *s)
{
	return arena_strndup(arena, s, strlen(s));
}

char *arena_vprintf(struct arena *arena, const char *fmt, va_list ap)
{
	va_list again;
	char *text;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (len < 0)
		alloc_failed();
	text = arena_alloc(arena, (size_t)len + 1);
	vsnprintf(text, (size_t)len + 1, fmt, ap);
	return text;
}

char *arena_printf(struct arena *arena, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = arena_vprintf(arena, fmt, ap);
	va_end(ap);
	return text;
}
