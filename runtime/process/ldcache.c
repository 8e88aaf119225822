// SPDX-License-Identifier: BSD-2-Clause
/*
 * The file as glibc has written it since 2.2 (the structures are in
 * sysdeps/generic/dl-cache.h): a header, entries, strings; offsets count from
 * the header. A cache in an older format may precede it.
 */
#include "runtime/process/ldcache.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/file.h"

static const char magic[] = "glibc-ld.so.cache1.1";

struct cache_header {
	char magic[20];
	uint32_t entry_cnt;
	uint32_t string_bytes;
	uint8_t flags, pad[3];
	uint32_t extension_off;
	uint32_t unused[3];
};

struct cache_entry {
	int32_t flags;
	uint32_t name_off, path_off;
	uint32_t os_version;
	uint64_t hwcap;
};

void ld_cache_read(struct ld_cache *cache, const char *path)
{
	struct cache_header header;
	const char *start;

	*cache = (struct ld_cache){ 0 };
	if (file_read(path, &cache->data, &cache->len)) {
		cache->data = NULL;
		return;
	}
	start = memmem(cache->data, cache->len, magic, sizeof(magic) - 1);
	if (!start)
		return;
	cache->start = (size_t)(start - cache->data);
	if (cache->len - cache->start < sizeof(header))
		return;
	memcpy(&header, start, sizeof(header));
	if (header.entry_cnt <= (cache->len - cache->start - sizeof(header)) /
					sizeof(struct cache_entry))
		cache->entry_cnt = header.entry_cnt;
}

void ld_cache_deinit(struct ld_cache *cache)
{
	free(cache->data);
}

/* The string at @off, or NULL if it is not inside the file. */
static const char *string_at(const struct ld_cache *cache, uint32_t off)
{
	size_t at = cache->start + off;

	if (at >= cache->len ||
	    !memchr(cache->data + at, '\0', cache->len - at))
		return NULL;
	return cache->data + at;
}

static struct cache_entry entry_at(const struct ld_cache *cache, size_t idx)
{
	struct cache_entry entry;

	memcpy(&entry, cache->data + cache->start +
			       sizeof(struct cache_header) +
			       idx * sizeof(entry), sizeof(entry));
	return entry;
}

const char *ld_cache_path(const struct ld_cache *cache, size_t idx)
{
	return string_at(cache, entry_at(cache, idx).path_off);
}

const char *ld_cache_find(const struct ld_cache *cache, const char *name,
			  size_t *pos)
{
	while (*pos < cache->entry_cnt) {
		struct cache_entry entry = entry_at(cache, (*pos)++);
		const char *entry_name = string_at(cache, entry.name_off);

		if (entry_name && !strcmp(entry_name, name))
			return string_at(cache, entry.path_off);
	}
	return NULL;
}
