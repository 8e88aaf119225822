// SPDX-License-Identifier: BSD-2-Clause
/*
 * Open addressing over an array of entries kept in order of insertion.
 * Nothing is ever removed, which keeps probing simple.
 */
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

void map_deinit(struct map *map)
{
	for (size_t i = 0; i < map->cnt; i++)
		free((void *)map->entries[i].key);
	free(map->entries);
	free(map->buckets);
	*map = (struct map){ 0 };
}

/* The bucket that holds the key, or the free one where it belongs. */
static uint32_t *map_bucket(const struct map *map, const void *key,
			    size_t key_len, uint32_t hash)
{
	size_t mask = map->bucket_cnt - 1;

	for (size_t i = hash & mask;; i = (i + 1) & mask) {
		uint32_t *bucket = &map->buckets[i];
		const struct map_entry *e;

		if (!*bucket)
			return bucket;
		e = &map->entries[*bucket - 1];
		if (e->hash == hash && e->key_len == key_len &&
		    !memcmp(e->key, key, key_len))
			return bucket;
	}
}

static void map_rehash(struct map *map)
{
	map->bucket_cnt = map->bucket_cnt ? map->bucket_cnt * 2 : 16;
	free(map->buckets);
	map->buckets = xcalloc(map->bucket_cnt, sizeof(*map->buckets));
	for (size_t i = 0; i < map->cnt; i++) {
		const struct map_entry *e = &map->entries[i];

		*map_bucket(map, e->key, e->key_len, e->hash) =
			(uint32_t)i + 1;
	}
}

void **map_find(const struct map *map, const void *key, size_t key_len)
{
	uint32_t *bucket;

	if (!map->bucket_cnt)
		return NULL;
	bucket = map_bucket(map, key, key_len, hash_bytes(key, key_len));
	return *bucket ? &map->entries[*bucket - 1].value : NULL;
}

void **map_put(struct map *map, const void *key, size_t key_len)
{
	uint32_t hash = hash_bytes(key, key_len);
	struct map_entry *e;
	uint32_t *bucket;

	if ((map->cnt + 1) * 4 > map->bucket_cnt * 3)
		map_rehash(map);
	bucket = map_bucket(map, key, key_len, hash);
	if (*bucket)
		return &map->entries[*bucket - 1].value;
	if (map->cnt == map->cap) {
		map->cap = map->cap ? map->cap * 2 : 8;
		map->entries = xrealloc_array(map->entries, map->cap,
					      sizeof(*map->entries));
	}
	e = &map->entries[map->cnt++];
	*e = (struct map_entry){
		.key = xstrndup(key, key_len),
		.key_len = key_len,
		.hash = hash,
	};
	*bucket = (uint32_t)map->cnt;
	return &e->value;
}

void *map_get_str(const struct map *map, const char *key)
{
	void **slot = map_find(map, key, strlen(key));

	return slot ? *slot : NULL;
}

void **map_put_str(struct map *map, const char *key)
{
	return map_put(map, key, strlen(key));
}
