/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Hash map from a byte string (often a C string) to a pointer. Keys are
 * copied. Iteration is in order of insertion, so output made from a map is
 * deterministic.
 */
#ifndef DTRACE_BASE_MAP_H
#define DTRACE_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_entry {
	const void *key; /* owned by the map; NUL follows the last byte */
	size_t key_len;
	void *value;
	uint32_t hash;
};

struct map {
	struct map_entry *entries; /* in order of insertion */
	size_t cnt;
	size_t cap;
	uint32_t *buckets; /* index into entries + 1; 0 = free */
	size_t bucket_cnt; /* a power of two, or 0 */
};

void map_deinit(struct map *map);
/* The value slot of @key, or NULL. Valid until the next insertion. */
void **map_find(const struct map *map, const void *key, size_t key_len);
/* The value slot of @key, made (as NULL) when absent. */
void **map_put(struct map *map, const void *key, size_t key_len);

/* The same for C strings; map_get_str() gives the value or NULL. */
void *map_get_str(const struct map *map, const char *key);
void **map_put_str(struct map *map, const char *key);

#endif
